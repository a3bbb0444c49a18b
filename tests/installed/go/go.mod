module installed

go 1.19
