"""Requests that two readers might interpret differently, with the expected response to each."""

from service import http
from service.http import CHUNKED, JSON, get

BODY = http.BODY.decode()
CHUNK = f"{len(BODY):x}\r\n{BODY}\r\n0\r\n\r\n"
# A request that would be answered if the service read it as one.
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


def raw(*lines: str, rest: str = "", end: str = "\r\n") -> bytes:
    return (end.join(lines) + end + end + rest).encode("latin-1")


def udids(*fields: str, rest: str = "") -> bytes:
    return raw("POST /udids HTTP/1.1", "Host: localhost", JSON, *fields, rest=rest)


LENGTH = f"Content-Length: {len(BODY)}"
# The sent bytes, the allowed statuses, and whether the connection must be closed afterwards.
CASES: dict[str, tuple[bytes, set[int], bool | None]] = {
    "Host is missing": (raw("GET /health HTTP/1.1"), {400}, False),
    "Host twice": (raw("GET /health HTTP/1.1", "Host: a", "Host: b"), {400}, False),
    "Host twice the same": (raw("GET /health HTTP/1.1", "Host: a", "Host: a"), {400}, False),
    "Host with a space": (raw("GET /health HTTP/1.1", "Host: a b"), {400}, False),
    "Host with a path": (raw("GET /health HTTP/1.1", "Host: a/b"), {400}, False),
    "Host with a user": (raw("GET /health HTTP/1.1", "Host: a@b"), {400}, False),
    "Host with a bad port": (raw("GET /health HTTP/1.1", "Host: a:99999x"), {400}, False),
    "Host with an open bracket": (raw("GET /health HTTP/1.1", "Host: [::1"), {400}, False),
    "Host is IPv6": (raw("GET /health HTTP/1.1", "Host: [::1]:8000"), {200}, False),
    "no Host in HTTP/1.0": (raw("GET /health HTTP/1.0"), {200}, True),
    "an unknown coding": (udids("Transfer-Encoding: gzip, chunked", rest=CHUNK), {400, 501}, True),
    "an unknown coding in two fields": (udids("Transfer-Encoding: gzip", CHUNKED, rest=CHUNK), {400, 501}, True),
    "an unknown coding alone": (udids("Transfer-Encoding: gzip", rest=CHUNK + SMUGGLED), {400, 501}, True),
    "identity": (udids("Transfer-Encoding: identity", rest=SMUGGLED), {400, 501}, True),
    "chunked twice": (udids("Transfer-Encoding: chunked, chunked", rest=CHUNK), {400, 501}, True),
    "chunked not last": (udids("Transfer-Encoding: chunked, gzip", rest=CHUNK + SMUGGLED), {400, 501}, True),
    "chunked in capitals": (udids("Transfer-Encoding: CHUNKED", rest=CHUNK), {201}, False),
    "chunked in HTTP/1.0": (raw("POST /udids HTTP/1.0", JSON, CHUNKED, rest=CHUNK + SMUGGLED), {201, 400}, True),
    "chunked after a vertical tab": (udids("Transfer-Encoding:\x0bchunked", rest=CHUNK + SMUGGLED), {400, 501}, True),
    "chunked and a length": (udids(LENGTH, CHUNKED, rest=CHUNK + SMUGGLED), {400}, True),
    "a length and chunked": (udids(CHUNKED, "Content-Length: 4", rest=CHUNK + SMUGGLED), {400}, True),
    "two lengths": (udids(LENGTH, "Content-Length: 5", rest=BODY + SMUGGLED), {400}, True),
    "two lengths that are the same": (udids(LENGTH, LENGTH, rest=BODY), {201, 400}, False),
    "two lengths in one field": (udids(f"Content-Length: {len(BODY)}, {len(BODY)}", rest=BODY), {201, 400}, False),
    "a length of 2^63": (udids("Content-Length: 9223372036854775808", rest=BODY), {413}, True),
    "a length of 2^64": (udids("Content-Length: 18446744073709551616", rest=BODY), {400, 413}, True),
    "a length of 2^64 and a body's": (udids(f"Content-Length: {2**64 + len(BODY)}", rest=BODY), {400, 413}, True),
    "a length of a thousand digits": (udids("Content-Length: " + "9" * 1000, rest=BODY), {400, 413}, True),
    "a negative length": (udids("Content-Length: -1", rest=BODY), {400}, True),
    "a length with a sign": (udids(f"Content-Length: +{len(BODY)}", rest=BODY), {400}, True),
    "a length in base 16": (udids("Content-Length: 0x13", rest=BODY), {400}, True),
    "a length of nothing": (udids("Content-Length:", rest=BODY), {400}, True),
    "a length with an underscore": (udids("Content_Length: 19"), {400}, False),
    "a folded line": (udids("X-A: b\r\n c", LENGTH, rest=BODY), {201, 400}, False),
    "a folded length": (udids("Content-Length:\r\n 19", rest=BODY), {201, 400}, False),
    "a folded coding": (udids("Transfer-Encoding:\r\n chunked", rest=CHUNK), {201, 400, 501}, False),
    "a bare LF": (raw("GET /health HTTP/1.1", "Host: a", end="\n"), {200, 400}, False),
    "a bare LF in a field": (raw("GET /health HTTP/1.1", "Host: a", f"X: a\n{LENGTH}"), {200, 400}, None),
    "a bare CR": (raw("GET /health HTTP/1.1", "Host: a", "X: a\rb"), {400}, True),
    "a NUL in a field": (raw("GET /health HTTP/1.1", "Host: a", "X: a\0b"), {400}, True),
    "a space before the colon": (udids(f"Content-Length : {len(BODY)}", rest=BODY), {400}, True),
    "a space before the colon of a coding": (udids("Transfer-Encoding : chunked", rest=CHUNK), {400}, True),
    "a space before a name": (raw("GET /health HTTP/1.1", " Host: a"), {400}, True),
    "a field without a colon": (raw("GET /health HTTP/1.1", "Host: a", "colon"), {400}, True),
    "a field without a name": (raw("GET /health HTTP/1.1", "Host: a", ": x"), {400}, True),
    "a name that is no token": (raw("GET /health HTTP/1.1", "Host: a", "x(y: z"), {400}, True),
    "a chunk with a sign": (udids(CHUNKED, rest="+13\r\n" + BODY + "\r\n0\r\n\r\n"), {400}, True),
    "a chunk in base 16 with 0x": (udids(CHUNKED, rest="0x13\r\n" + BODY + "\r\n0\r\n\r\n"), {400}, True),
    "a chunk of 2^64": (udids(CHUNKED, rest="10000000000000013\r\n" + BODY + "\r\n0\r\n\r\n"), {400, 413}, True),
    "a chunk too large": (udids(CHUNKED, rest="ffffff\r\n" + "x" * 20_000), {413}, True),
    "a chunk longer than said": (udids(CHUNKED, rest="12\r\n" + BODY + "\r\n0\r\n\r\n"), {400}, True),
    "a chunk with an extension": (udids(CHUNKED, rest=f"13;a=b\r\n{BODY}\r\n0\r\n\r\n"), {201, 400}, False),
    "a trailer": (udids(CHUNKED, rest=f"13\r\n{BODY}\r\n0\r\nX: y\r\n\r\n"), {201, 400}, False),
    "a trailer that names a key": (udids(CHUNKED, rest=f"13\r\n{BODY}\r\n0\r\nContent-Length: 5\r\n\r\n"), {201, 400}, False),
    "HTTP/2.0": (raw("GET /health HTTP/2.0", "Host: a"), {400, 505}, True),
    "HTTP/1.2": (raw("GET /health HTTP/1.2", "Host: a"), {200, 400, 505}, None),
    "HTTP/0.9": (b"GET /health\r\n\r\n", {400}, True),
    "HTTP/11.1": (raw("GET /health HTTP/11.1", "Host: a"), {400, 505}, True),
    "two spaces": (raw("GET  /health HTTP/1.1", "Host: a"), {200, 400}, None),
    "a method in small letters": (raw("get /health HTTP/1.1", "Host: a"), {400, 404, 405, 501}, None),
    "a method without end": (b"A" * 20_000 + b" /health HTTP/1.1\r\nHost: a\r\n\r\n", {400}, True),
    "a path without end": (raw("GET /" + "a" * 20_000 + " HTTP/1.1", "Host: a"), {400, 414}, True),
    "a hundred and one fields": (raw("GET /health HTTP/1.1", "Host: a", *["x: y"] * 101), {400, 431}, True),
    "a body on a GET": (raw("GET /health HTTP/1.1", "Host: a", LENGTH, rest=BODY), {200, 400, 413}, False),
    "an asterisk": (raw("OPTIONS * HTTP/1.1", "Host: a"), {200, 204, 400, 404, 405}, None),
    "TRACE": (raw("TRACE /health HTTP/1.1", "Host: a"), {404, 405, 501}, None),
    "TLS to a plain port": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 508, {400}, True),
    "an unknown expectation": (udids("Expect: 200-please", LENGTH, rest=BODY), {201, 400, 417}, None),
    "empty lines before": (b"\r\n\r\n" + get("/health"), {200, 400}, None),
    "many empty lines": (b"\r\n" * 50_000 + get("/health"), {200, 400}, None),
}
