"""One file for each kind of attack. hostile/__main__.py lists the attacks."""
