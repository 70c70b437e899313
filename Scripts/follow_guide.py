"""Does what a guide says: makes its files, and puts its lines where they belong.

    follow_guide.py GUIDE SESSION

Each block of Swift goes into the file that the text before it names last. What the guide shows of a terminal is written to
SESSION.
"""

import re
import sys
from pathlib import Path

# Before what a line stands in a file that is there already.
PLACES = {
    "Sources/Application/Composition/Catalogue.swift": "    ]\n",
    "Sources/Domain/Specific/Models/DeviceMemory.swift": "    /// The UDID",
}

guide = Path(sys.argv[1]).read_text(encoding="utf-8")
path = None
for part in re.finditer(r"```swift\n(?P<code>.*?)```|`(?P<path>(?:Sources|Tests)/[^`]+\.swift)`", guide, re.S):
    if part["path"]:
        path = Path(part["path"])
        continue
    if path is None:
        sys.exit(f"{sys.argv[1]}: no file is named before this:\n{part['code']}")
    if str(path) in PLACES:
        text = path.read_text(encoding="utf-8")
        place = text.rindex(PLACES[str(path)])
        path.write_text(text[:place] + part["code"] + text[place:], encoding="utf-8")
    elif path.exists():
        sys.exit(f"{sys.argv[1]}: {path} is there already")
    else:
        path.write_text(part["code"], encoding="utf-8")
Path(sys.argv[2]).write_text("".join(re.findall(r"```console\n(.*?)```", guide, re.S)), encoding="utf-8")
