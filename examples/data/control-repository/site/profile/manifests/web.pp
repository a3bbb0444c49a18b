# The sites of a node.
class profile::web (
  Hash[String[1], Hash] $sites,
) {
  contain webserver

  $sites.each |$name, $site| {
    webserver::site { $name:
      * => $site,
    }
  }
}
