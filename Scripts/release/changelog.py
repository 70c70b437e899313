"""Writes Debian's changelog from CHANGELOG.md.

    changelog.py VERSION DEBIAN-VERSION EPOCH <CHANGELOG.md

Each release heading `## [1.2.3] - 2026-01-31` is an entry. If VERSION has no heading, it has what is under `## [Unreleased]`.
"""

import datetime
import re
import sys
import textwrap

MAINTAINER = "The calearning contributors <maintainers@calearning.invalid>"
HEADING = re.compile(r"## \[(?P<version>[^\]]+)\](?: - (?P<date>\d{4}-\d{2}-\d{2}))?\s*")


def debian(version):
    """Returns Debian's form of the version. 1.0.0-beta.1 precedes 1.0.0 for both, but Debian writes it with a tilde."""
    return version.replace("-", "~", 1) + "-1"


def sections(text):
    """The version, date and lines of each heading."""
    found = []
    for line in text.splitlines():
        match = HEADING.fullmatch(line)
        if match:
            found.append((match["version"], match["date"], []))
        elif line.startswith("## "):
            sys.exit(f"changelog.py: this is no heading of a version: {line}")
        elif found:
            found[-1][2].append(line)
    return found


def items(lines):
    """Returns the items of a section, each in one line, with their heading (Added, Changed, …)."""
    above = None
    for line in lines:
        if line.startswith("### "):
            above = line[4:].strip()
        elif line.startswith("- "):
            yield [above, line[2:].strip()]
        elif line.strip():
            yield [None, line.strip()]


def joined(lines):
    result = []
    for above, text in items(lines):
        if above is None and result:
            result[-1][1] += " " + text
        elif above is not None:
            result.append([above, text])
    return result


def entry(version, moment, lines):
    out = [f"calearning ({version}) stable; urgency=medium", ""]
    shown = None
    for above, text in joined(lines):
        if above != shown:
            out += ([""] if shown else []) + [f"  [ {above} ]"]
            shown = above
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
        out += textwrap.wrap(
            text, 78, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
    if shown is None:
        out.append("  * See CHANGELOG.md.")
    return "\n".join(out + ["", f" -- {MAINTAINER}  {moment:%a, %d %b %Y %H:%M:%S +0000}", ""])


def main():
    version, own, epoch = sys.argv[1], sys.argv[2], int(sys.argv[3])
    commit = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    found = sections(sys.stdin.read())
    released = [section for section in found if section[0] != "Unreleased"]
    if not any(section[0] == version for section in released):
        unreleased = [section[2] for section in found if section[0] == "Unreleased"]
        released.insert(0, (version, None, unreleased[0] if unreleased else []))
    if released[0][0] != version:
        sys.exit(f"changelog.py: the newest version of CHANGELOG.md is {released[0][0]}, and not {version}")
    entries = []
    for number, date, lines in released:
        moment = commit
        if date:
            moment = datetime.datetime.fromisoformat(f"{date}T00:00:00+00:00")
        entries.append(entry(own if number == version else debian(number), moment, lines))
    print("\n".join(entries), end="")


if __name__ == "__main__":
    main()
