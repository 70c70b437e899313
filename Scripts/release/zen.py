"""A server that answers `calearning zen` over TLS, in turn with Brotli and with gzip: zen.py CERTIFICATE KEY

It prints its port. It has a response only for a client that accepts both.
"""

import gzip
import http.server
import itertools
import ssl
import sys

# The same five letters. Python has no Brotli.
CODINGS = itertools.cycle([("br", bytes.fromhex("0b028068656c6c6f03")), ("gzip", gzip.compress(b"hello"))])


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        accepted = self.headers.get("Accept-Encoding", "")
        if self.path != "/zen" or "br" not in accepted or "gzip" not in accepted:
            return self.send_error(404, f"not for {self.path} with {accepted}")
        coding, body = next(CODINGS)
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Encoding", coding)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*sys.argv[1:])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
