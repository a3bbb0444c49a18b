# Rights of a file in octal digits.
type Stdlib::Filemode = Pattern[/\A0?[0-7]{3}\z/]
