# Every node has one role, which its classifier or its certificate names.
node default {
  $role = pick_default($facts['role'], 'base')
  include "role::${role}"
}
