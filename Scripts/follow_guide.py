"""Does what a guide says: runs its `make usecase`, makes its files, and puts its lines where they belong.

    follow_guide.py GUIDE

Each block of Swift goes into the file that the text before it names last.
"""

import re
import subprocess
import sys
from pathlib import Path

# After what a line stands in a file that is there already: see the guides.
PLACES = {
    "Sources/Application/Catalogue.swift": "usecases: [any Usecase.Type] = [\n",
    "Sources/Domain/DeviceMemory.swift": "struct DeviceMemory: Sendable {\n",
}

guide = Path(sys.argv[1]).read_text(encoding="utf-8")
made = set()
for command in re.findall(r"^make usecase .*$", guide, re.M):
    made.update(subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout.split("\n"))
path = None
for part in re.finditer(r"```swift\n(?P<code>.*?)```|`(?P<path>(?:Sources|Tests)/[^`]+\.swift)`", guide, re.S):
    if part["path"]:
        path = Path(part["path"])
        continue
    if path is None:
        sys.exit(f"{sys.argv[1]}: no file is named before this:\n{part['code']}")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if str(path) in PLACES:
        # `make usecase` may have written the line.
        if part["code"] not in text:
            place = text.index(PLACES[str(path)]) + len(PLACES[str(path)])
            path.write_text(text[:place] + part["code"] + text[place:], encoding="utf-8")
    elif path.exists() and str(path) not in made:
        sys.exit(f"{sys.argv[1]}: {path} is there already")
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(part["code"], encoding="utf-8")
