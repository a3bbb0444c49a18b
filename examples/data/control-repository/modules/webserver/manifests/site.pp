# One site of the web server.
define webserver::site (
  Webserver::Port $port,
  String[1]       $root = "/srv/${title}",
) {
  include webserver

  file { "/etc/nginx/sites/${title}.conf":
    content => epp('webserver/site.epp', { 'name' => $title, 'port' => $port, 'root' => $root }),
    notify  => Service['nginx'],
  }
}
