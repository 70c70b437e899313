"""Writes Debian's copyright file: copyright.py LICENSE components.json"""

import json
import sys

licence = open(sys.argv[1], encoding="utf-8").read().strip().splitlines()
title, rest = licence[0], licence[1:]
holders = [line.removeprefix("Copyright (c) ") for line in rest if line.startswith("Copyright (c) ")]
if title != "MIT License" or len(holders) != 1:
    sys.exit("copyright.py: LICENSE is not the MIT licence of one copyright holder")
text = [line for line in rest if not line.startswith("Copyright (c) ")]
while not text[0]:
    text.pop(0)

print("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/")
print("Upstream-Name: calearning")
print("Comment:")
print(" The program contains what is listed here, which is under licences of its own.")
print(" Their texts, notices and copyright holders are in")
print(" /usr/share/doc/calearning/licences.")
print(" .")
for component in json.load(open(sys.argv[2], encoding="utf-8")):
    print(f"  {component['name']} {component['version']}: {component['licence']}")
print()
print("Files: *")
print(f"Copyright: {holders[0]}")
print("License: Expat")
for line in text:
    print(f" {line}" if line else " .")
