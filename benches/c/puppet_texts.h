// The texts of the workloads of Puppet's language, composed of parts of published modules.
//
// A text consists of pieces, each from a pattern in which @ is the number of the piece. Every line
// of a text of any length is therefore different, and twice the length is twice the work.

#ifndef PUPPET_TEXTS_H
#define PUPPET_TEXTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *data;
    size_t len, capacity;
};

static void put(struct text *text, const char *data, size_t len) {
    if (text->len + len + 1 > text->capacity) {
        text->capacity = 2 * (text->len + len + 1);
        text->data = realloc(text->data, text->capacity);
    }
    memcpy(text->data + text->len, data, len);
    text->len += len;
    text->data[text->len] = 0;
}

// A pattern with a number for each @.
static void piece(struct text *text, const char *pattern, int number) {
    char digits[16];
    int len = sprintf(digits, "%d", number);
    for (const char *at; (at = strchr(pattern, '@')); pattern = at + 1) {
        put(text, pattern, (size_t)(at - pattern));
        if (at[1] == '@') { // an @ that is kept
            put(text, at++, 1);
        } else {
            put(text, digits, (size_t)len);
        }
    }
    put(text, pattern, strlen(pattern));
}

// A module in one file: 125 lines.
static const char module_pattern[] =
    "# @@summary Installs, configures and runs service @\n"
    "#\n"
    "# @@param package_ensure\n"
    "#   The state of the package: a version, or what the provider takes for one.\n"
    "# @@param ports\n"
    "#   The ports that are opened, by the name of what listens there.\n"
    "# @@param listen\n"
    "#   The addresses that it listens on; all of them where nothing is said.\n"
    "# @@param owners\n"
    "#   Who the files belong to.\n"
    "# @@param manage_service\n"
    "#   Whether the service is run.\n"
    "# @@param retries\n"
    "#   How often a peer is asked before it counts as gone.\n"
    "#\n"
    "# @@example Two ports\n"
    "#   class { 'service@':\n"
    "#     ports => { 'http' => 80, 'https' => 443 },\n"
    "#   }\n"
    "#\n"
    "class service@ (\n"
    "  Enum['present', 'absent', 'latest']             $package_ensure = 'present',\n"
    "  Hash[String[1], Integer[1, 65535]]              $ports          = { 'http' => 80, 'admin' => @ },\n"
    "  Optional[Variant[String[1], Array[String[1]]]]  $listen         = undef,\n"
    "  Struct[{ 'owner' => String[1], Optional['mode'] => Pattern[/\\A[0-7]{4}\\z/] }] $owners = {\n"
    "    'owner' => 'root',\n"
    "    'mode'  => '0644',\n"
    "  },\n"
    "  Boolean                                         $manage_service = true,\n"
    "  Integer[0]                                      $retries        = $service@::params::retries,\n"
    "  String                                          $package_name   = $service@::params::package_name,\n"
    ") inherits service@::params {\n"
    "  $conf_dir = $facts['os']['family'] ? {\n"
    "    'Debian'         => '/etc/service@',\n"
    "    /(RedHat|Suse)/  => \"/etc/sysconfig/${package_name}.d\",\n"
    "    default          => '/usr/local/etc',\n"
    "  }\n"
    "\n"
    "  if $package_ensure == 'absent' {\n"
    "    $service_ensure = 'stopped'\n"
    "    $directory      = 'absent'\n"
    "  } elsif $manage_service and !$ports.empty {\n"
    "    $service_ensure = 'running'\n"
    "    $directory      = 'directory'\n"
    "  } else {\n"
    "    $service_ensure = undef\n"
    "    $directory      = 'directory'\n"
    "  }\n"
    "\n"
    "  package { $package_name:\n"
    "    ensure => $package_ensure,\n"
    "    before => File[$conf_dir],\n"
    "  }\n"
    "\n"
    "  file { $conf_dir:\n"
    "    ensure => $directory,\n"
    "    *      => $owners,\n"
    "  }\n"
    "\n"
    "  # One file for each port, so that ports come and go on their own.\n"
    "  $ports.each |String $name, Integer $port| {\n"
    "    if $port < 1024 and $facts['identity']['user'] != 'root' {\n"
    "      fail(\"service@: port ${port} of ${name} is for root alone\")\n"
    "    }\n"
    "\n"
    "    service@::port { $name:\n"
    "      ensure  => $package_ensure ? { 'absent' => 'absent', default => 'present' },\n"
    "      port    => $port,\n"
    "      content => @@(\"CONF\"/L),\n"
    "        # Made by Puppet for ${facts['networking']['fqdn']}.\n"
    "        name    = ${name}\n"
    "        port    = ${port}\n"
    "        listen  = ${[$listen].flatten.filter |$each| { $each =~ NotUndef }.join(', ')}\n"
    "        retries = ${$retries * 2 + 1} \\\n"
    "          # and no more\n"
    "        | CONF\n"
    "      notify  => Service[\"service@-${name}\"],\n"
    "    }\n"
    "\n"
    "    service { \"service@-${name}\":\n"
    "      ensure     => $service_ensure,\n"
    "      enable     => $manage_service,\n"
    "      hasrestart => true,\n"
    "      restart    => \"/usr/bin/systemctl reload 'service@-${name}' || exit ${port % 256}\",\n"
    "      require    => [File[$conf_dir], Package[$package_name]],\n"
    "    }\n"
    "  }\n"
    "\n"
    "  case $facts['os']['release']['major'] {\n"
    "    '7', '8': {\n"
    "      include service@::legacy\n"
    "      Class['service@::legacy'] -> Service <| tag == 'service@' |>\n"
    "    }\n"
    "    /^(9|1\\d)$/: {\n"
    "      ensure_packages(['service@-common', \"service@-${1}\"], { 'ensure' => 'present' })\n"
    "    }\n"
    "    default: {\n"
    "      notify { \"service@ is not known on ${facts['os']['name']}\": withpath => false }\n"
    "    }\n"
    "  }\n"
    "}\n"
    "\n"
    "# @@summary A port of service @\n"
    "define service@::port (\n"
    "  Integer[1, 65535]         $port,\n"
    "  String                    $content,\n"
    "  Enum['present', 'absent'] $ensure = 'present',\n"
    "  Array[String[1]]          $tags   = ['service@', $name],\n"
    ") {\n"
    "  $path = \"${service@::conf_dir}/${title.regsubst('[^a-z0-9]', '_', 'G')}.conf\"\n"
    "  @@concat::fragment { \"service@ ${title}\":\n"
    "    target  => $path,\n"
    "    content => $content,\n"
    "    order   => 10 + $port,\n"
    "    tag     => $tags,\n"
    "  }\n"
    "}\n"
    "\n"
    "# @@summary The ports above a number\n"
    "function service@::above(Hash[String, Integer] $ports, Integer $least = 1024) >> Array[String] {\n"
    "  $ports.filter |$name, $port| { $port > $least }.keys\n"
    "}\n"
    "\n"
    "type Service@::Port = Variant[Integer[1, 65535], Pattern[/\\A\\d{1,5}\\z/]]\n"
    "\n";

// A manifest with a number of lines: as many modules as fit, and comments.
static struct text manifest_of(int lines) {
    struct text text = {0};
    int in_module = 0;
    for (const char *at = module_pattern; *at; at++) {
        in_module += *at == '\n';
    }
    for (int module = 0; module < lines / in_module; module++) {
        piece(&text, module_pattern, module);
    }
    for (int line = 0; line < lines % in_module; line++) {
        piece(&text, "# The end.\n", 0);
    }
    return text;
}

// Twenty expressions as in modules, each the value of a variable.
static const char expressions_pattern[] =
    "$a@ = 3 * (@ + 4) - @ % 7\n"
    "$b@ = \"host-@.example.com:${a@}\"\n"
    "$c@ = { 'port' => @, 'hosts' => [\"a@\", \"b${a@}\"], 'on' => true }\n"
    "$d@ = $c@['hosts'][1]\n"
    "$e@ = if $a@ > 50 and $c@['on'] { 'large' } else { 'small' }\n"
    "$f@ = $b@ ? { /^host-(\\d+)/ => \"number ${1}\", default => 'none' }\n"
    "$g@ = case $e@ { 'tiny', 'small': { 1 } /^l/: { 2 } default: { 3 } }\n"
    "$h@ = $c@['hosts'].map |$host| { \"${host}.local\" }\n"
    "$i@ = [1, 2, @, 4].filter |$n| { $n > 2 }.reduce |$sum, $n| { $sum + $n }\n"
    "$j@ = $c@ + { 'extra' => [@, undef] }\n"
    "$k@ = [@, 2] + [3] << $d@\n"
    "$l@ = $a@ =~ Integer[0, 100] or $b@ =~ String[1] and 'port' in $c@\n"
    "$m@ = 'a,b,@'.split(',')[-1]\n"
    "$n@ = sprintf('%05d-%s', @, $e@)\n"
    "$o@ = $j@.dig('hosts', 0)\n"
    "$p@ = Integer('0x@', 16) + -@\n"
    "$q@ = $b@.regsubst('\\d+', 'N', 'G')\n"
    "$r@ = unless $l@ { [] } else { $c@.keys }\n"
    "$s@ = Hash([['key@', 1.5 * @], [$m@, default]])\n"
    "$t@ = $c@.map |$key, $value| { [$key, $value ? { Array => 'several', default => $value }] }\n";

enum { EXPRESSIONS = 20 };

// A program with a number of expressions, whose value contains all their values.
static struct text program_of(int expressions) {
    struct text text = {0};
    int pieces = expressions / EXPRESSIONS;
    for (int number = 0; number < pieces; number++) {
        piece(&text, expressions_pattern, number);
    }
    piece(&text, "[\n", 0);
    for (int number = 0; number < pieces; number++) {
        piece(&text,
              "  [$a@, $b@, $c@, $d@, $e@, $f@, $g@, $h@, $i@, $j@, $k@, $l@, $m@, $n@, $o@, $p@,\n"
              "    $q@, $r@, $s@, $t@],\n",
              number);
    }
    piece(&text, "]\n", 0);
    return text;
}

// Programs that call a lambda for each of a number of elements.
static const char map_pattern[] = "Integer[1, @].map |$n| { $n * 3 + 1 }\n";
static const char filter_pattern[] = "Integer[1, @].filter |$n| { $n % 3 == 0 }\n";
static const char reduce_pattern[] = "Integer[1, @].reduce(0) |$sum, $n| { $sum + $n }\n";

// A template over hosts, each with a name, addresses and a port that may be missing.
static const char template_text[] =
    "<%- | Array[Hash[String, Any]] $hosts, String $domain = 'example.com' | -%>\n"
    "# Made by Puppet: <%= $hosts.length %> hosts of <%= $domain %>\n"
    "<% $hosts.each |$index, $host| { -%>\n"
    "<%# what is off is left out -%>\n"
    "<% if $host['on'] { -%>\n"
    "server <%= $host['name'] %>.<%= $domain %> {\n"
    "  number <%= $index + 1 %>;\n"
    "  listen <%= $host['addresses'].join(', ') %>:<%= $host['port'] ? { undef => 80, default => $host['port'] } %>;\n"
    "<% unless $host['port'] =~ Undef { -%>\n"
    "  weight <%= $host['port'] % 10 * 2 %>;\n"
    "<% } -%>\n"
    "}\n"
    "<% } -%>\n"
    "<% } -%>\n";

// The argument of the template: a literal with a number of hosts.
static struct text hosts_of(int hosts) {
    struct text text = {0};
    piece(&text, "[\n", 0);
    for (int number = 0; number < hosts; number++) {
        piece(&text,
              number % 4 == 3 ? "  { 'name' => 'web@', 'addresses' => ['10.0.0.@'], 'on' => false },\n"
              : number % 2    ? "  { 'name' => 'db@', 'addresses' => ['10.1.0.@', '::@'], 'on' => true },\n"
                              : "  { 'name' => 'web@', 'addresses' => ['10.0.0.@'], 'on' => true, 'port' => 80@ },\n",
              number);
    }
    piece(&text, "]\n", 0);
    return text;
}

#endif
