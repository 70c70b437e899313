"""Follows a guide from its beginning to its end. Runs its commands, writes its files, and changes others.

    follow_guide.py GUIDE

It runs the commands `make usecase` and `rm`. Each block of code belongs to the file that the preceding text names last. For a
new file, the block is the complete file. For an existing file, it is either an existing part or a difference to apply.
"""

import re
import subprocess
import sys
from pathlib import Path

COMMAND = re.compile(r"^(?:make usecase |rm ).*$", re.M)
PARTS = re.compile(r"^```(?P<kind>sh|swift|diff)\n(?P<text>.*?)^```$|`(?P<path>(?:Sources|Tests)/[^`]+\.(?:swift|json)|Package\.swift)`", re.M | re.S)


def fail(reason):
    sys.exit(f"{sys.argv[1]}: {reason}")


def changed(text, difference):
    """Returns the text with the difference applied. Its lines begin with a space, a minus or a plus."""
    lines = difference.splitlines(keepends=True)
    before, after = ("".join(line[1:] for line in lines if line[0] in kept) for kept in (" -", " +"))
    if ("\n" + text).count("\n" + before) != 1:
        fail(f"these lines are not there, or more than once:\n{before}")
    return ("\n" + text).replace("\n" + before, "\n" + after)[1:]


guide = Path(sys.argv[1]).read_text(encoding="utf-8")
parts = list(PARTS.finditer(guide))
earlier = {part["path"] for part in parts if part["path"] and Path(part["path"]).exists()}
path = None
for part in parts:
    if part["path"]:
        path = Path(part["path"])
        continue
    if part["kind"] == "sh":
        for command in COMMAND.findall(part["text"]):
            subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)
        continue
    if path is None:
        fail(f"no file is named before this:\n{part['text']}")
    if part["kind"] == "diff":
        path.write_text(changed(path.read_text(encoding="utf-8"), part["text"]), encoding="utf-8")
    elif str(path) not in earlier:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(part["text"], encoding="utf-8")
    elif part["text"] not in path.read_text(encoding="utf-8"):
        fail(f"{path} does not have this:\n{part['text']}")
