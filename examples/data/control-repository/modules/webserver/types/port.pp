type Webserver::Port = Integer[1, 65535]
