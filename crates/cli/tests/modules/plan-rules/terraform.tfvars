u = null
sens = 3
