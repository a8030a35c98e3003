"""A copy of the built client that tests change, in front of a real server: a new build, a server that is down."""

from __future__ import annotations

import re
import shutil
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from magnate.server.http.web_pages import KINDS
from web.kit import CLIENT

MARK = '<meta name="build" content="new" />'


class Site:
    """The files of a client, and the server that answers what is not among them."""

    def __init__(self, folder: Path, api: str) -> None:
        self.folder = folder / "client"
        self.api = api
        self.is_down = False
        self.asked: list[str] = []
        shutil.copytree(CLIENT.parent, self.folder)

    def build_anew(self) -> tuple[str, str]:
        """Another build is installed: its entry has another name, and the old one is gone. Both names."""
        page = self.folder / "index.html"
        text = page.read_text(encoding="utf-8")
        entry = re.search(r'src="/assets/(index-[\w-]+\.js)"', text)
        assert entry is not None
        new = "index-anew.js"
        (self.folder / "assets" / entry[1]).rename(self.folder / "assets" / new)
        page.write_text(text.replace(entry[1], new).replace("<title>", MARK + "<title>"), encoding="utf-8")
        for file in (self.folder / "assets").glob("*.js"):
            file.write_text(file.read_text(encoding="utf-8").replace(entry[1], new), encoding="utf-8")
        worker = self.folder / "sw.js"
        worker.write_text(re.sub(r"BUILD = '\w+'", "BUILD = 'anew'", worker.read_text(encoding="utf-8")))
        return entry[1], new

    def answer(self, path: str, cookie: str) -> tuple[int, str, bytes, dict[str, str]]:
        """Status, kind, body and more headers of what lies at a path."""
        if self.is_down:
            return 502, "text/html", b"<h1>Bad gateway</h1>", {}
        file = self.folder / (path.lstrip("/") or "index.html")
        if not path.startswith("/api/"):
            file = file if file.is_file() else self.folder / "index.html"
            keep = "public, max-age=31536000, immutable" if "/assets/" in path else "no-cache"
            return 200, KINDS[file.suffix], file.read_bytes(), {"cache-control": keep}
        request = urllib.request.Request(self.api + path, headers={"cookie": cookie} if cookie else {})
        try:
            with urllib.request.urlopen(request, timeout=30) as found:
                given = {"set-cookie": found.headers["set-cookie"]} if "set-cookie" in found.headers else {}
                return found.status, found.headers["content-type"], found.read(), given
        except urllib.error.HTTPError as error:
            return error.code, "application/json", error.read(), {}


@contextmanager
def serving(site: Site) -> Iterator[str]:
    """Serve a site for a while; its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            site.asked.append(self.path)
            status, kind, body, more = site.answer(self.path, self.headers.get("cookie", ""))
            self.send_response(status)
            for name, value in {"content-type": kind, "content-length": str(len(body)), **more}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
