"""One file for each kind of attack; what is in them is registered in hostile/__main__.py."""
