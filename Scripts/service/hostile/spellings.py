"""Spellings of paths that are hard to recognise."""

SPELLINGS = [
    "{}", "{}/", "{}//", "/{}", "//{}", "/.{}", "/./{}", "/x/..{}", "/udids/..{}", "/udids/../..{}",
    "/openapi.json/..{}", "{}?x", "{}?", "{}#x", "{}#", "{};x", "{};", "{}.", "{}/.", "{}/..{}", "{}%20", "{}%00",
    "{}%0a", "{}%2f", "{}%3f", "{}%23", "{}/%2e", "{}/x/..", "{}\\", "\\{}", "/\\{}", "/x\\..{}", "/%2e{}",
    "/x/%2e%2e{}", "/x%2f..{}", "%2f{}", "/%2f{}", "{}\t", "{}%09", "{}%ff", "{}+", "{}~", "{}.json", "{}/x",
    "{}?/udids", "/udids;{}", "/udids?{}", "/udids%3f/..{}", "/udids/%2e%2e{}", "http://127.0.0.1{}",
    "http://localhost{}", "https://udids.example.org{}", "http://127.0.0.1//{}", "http://x@127.0.0.1{}",
    "http://127.0.0.1:8000{}", "HTTP://LOCALHOST{}",
]


def spellings(path: str) -> list[str]:
    """Spellings of a path that is not public."""
    code, rest = ord(path[1]), path[2:]
    names = [
        path, path.upper(), path.title(), f"/%{code:02x}{rest}", f"/%{code:02X}{rest}",
        f"{path[:-1]}%{ord(path[-1]):02x}",
        "/" + "".join(f"%{byte:02x}" for byte in path[1:].encode()),
    ]
    # Double encoding, overlong encoding, and letters with a similar shape.
    others = [f"/%25{code:02x}{rest}", f"/%c1%{code + 0x40:02x}{rest}", f"/%u{code:04x}{rest}", f"/{chr(code + 0xfee0)}{rest}"]
    return sorted({spelling.replace("{}", name) for spelling in SPELLINGS for name in names} | set(others))
