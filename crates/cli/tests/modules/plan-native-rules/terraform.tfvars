a= 1
b=2
c=[3]
d=1
e = {x = 1}
s="xxxxxxxxxx"
