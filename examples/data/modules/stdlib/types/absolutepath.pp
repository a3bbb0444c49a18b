# A path from the root.
type Stdlib::Absolutepath = Pattern[/\A\/([^\n\/\0]+\/*)*\z/]
