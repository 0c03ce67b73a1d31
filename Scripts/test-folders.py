#!/usr/bin/env python3
"""Lets two real carriers, git and Syncthing on loopback, carry 10,000 marks of lede both ways.

usage: test-folders.py LEDE
"""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

COUNT = 10_000


class Device:
    """A home with a library, and the config that names the folder."""

    def __init__(self, lede, root, name, folder, feed):
        self.lede, self.home, self.folder = lede, root / name, folder
        config = self.home / "config" / "lede"
        config.mkdir(parents=True)
        (config / "config").write_text(f"sync-folder {folder}\ndevice-name {name}\nsync-subscriptions no\n")
        (config / "urls").write_text(f"file://{feed}\n")
        self.run("refresh", "--json")

    def run(self, *words):
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_DATA_HOME": str(self.home / "data"), "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_CACHE_HOME": str(self.home / "cache"), "LC_ALL": "C.UTF-8"
        }
        run = subprocess.run([self.lede, *words], env=environment, capture_output=True, text=True, timeout=120)
        if run.returncode != 0:
            sys.exit(f"lede {' '.join(words)} failed: {run.stderr}")
        return run.stdout

    @property
    def unread(self):
        return int(self.run("unread"))


def make_feed(path):
    items = "".join(
        f"<item><guid>{number}</guid><title>Item {number}</title><link>https://example.org/{number}</link></item>"
        for number in range(COUNT))
    path.write_text(f"<rss version='2.0'><channel><title>Feed</title>{items}</channel></rss>")


def exchange(one, other, carry):
    """Marks go one way, and back."""
    for device in (one, other):
        device.run("sync")
    carry()
    for doer, hearer, mark, expected in ((one, other, "read", 0), (other, one, "unread", COUNT)):
        doer.run("mark", mark, "--all")
        doer.run("sync")
        carry()
        hearer.run("sync")
        if (doer.unread, hearer.unread) != (expected, expected):
            sys.exit(f"{mark}: {doer.unread} and {hearer.unread} unread, not {expected}")


def test_git(lede, root, feed):
    def git(folder, *words):
        identity = ["-c", "user.name=lede", "-c", "user.email=lede@example.org"]
        subprocess.run(
            ["git", *identity, *words], cwd=folder, check=True, capture_output=True,
            env={"PATH": os.environ["PATH"], "HOME": str(root)})

    (root / "repository").mkdir()
    git(root / "repository", "init", "-q", "--bare", "-b", "main")
    clones = []
    for name in ("one", "other"):
        git(root, "clone", "-q", "repository", f"git-{name}")
        clones.append(root / f"git-{name}")
        if name == "one":
            git(clones[0], "commit", "-qm", "begin", "--allow-empty")
            git(clones[0], "push", "-q", "origin", "HEAD:main")

    def carry():
        for clone in (*clones, *clones):
            git(clone, "add", "-A")
            git(clone, "commit", "-qm", "sync", "--allow-empty")
            subprocess.run(
                ["git", "-c", "user.name=lede", "-c", "user.email=lede@example.org", "pull", "-q", "--no-rebase",
                 "--no-edit", "origin", "main"], cwd=clone, capture_output=True)
            git(clone, "push", "-q", "origin", "HEAD:main")

    one = Device(lede, root, "git-laptop", clones[0], feed)
    one.run("sync")
    carry()
    other = Device(lede, root, "git-desk", clones[1], feed)
    exchange(one, other, carry)
    print(f"git carried {COUNT} marks both ways")


class Syncthing:
    """A Syncthing on loopback that shares one folder."""

    def __init__(self, home, folder):
        self.home, self.folder, self.process = home, folder, None
        folder.mkdir()
        subprocess.run(["syncthing", "generate", f"--home={home}"], check=True, capture_output=True)
        self.id = re.search(r'<device id="([A-Z0-9-]+)"', (home / "config.xml").read_text()).group(1)
        self.ports = [free_port(), free_port()]

    def start(self, other):
        devices = "".join(
            f'<device id="{peer.id}" name="{peer.home.name}" compression="metadata">'
            f"<address>tcp://127.0.0.1:{peer.ports[0]}</address></device>" for peer in (self, other))
        members = "".join(f'<device id="{peer.id}"></device>' for peer in (self, other))
        (self.home / "config.xml").write_text(f"""<configuration version="36">
            <folder id="lede" path="{self.folder}" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true"
                fsWatcherDelayS="1">{members}</folder>{devices}
            <gui enabled="true"><address>127.0.0.1:{self.ports[1]}</address><apikey>lede</apikey></gui>
            <options><listenAddress>tcp://127.0.0.1:{self.ports[0]}</listenAddress>
                <globalAnnounceEnabled>false</globalAnnounceEnabled><localAnnounceEnabled>false</localAnnounceEnabled>
                <relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled><startBrowser>false</startBrowser>
                <urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH>
                <crashReportingEnabled>false</crashReportingEnabled></options></configuration>""")
        self.process = subprocess.Popen(
            ["syncthing", "serve", f"--home={self.home}", "--no-browser", "--no-restart"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(self, path, method="GET"):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.ports[1]}/rest/{path}", method=method, headers={"X-API-Key": "lede"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(30)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
        if path.is_file() and ".stfolder" not in path.parts and not path.name.startswith(".")
    }


def test_syncthing(lede, root, feed):
    peers = [Syncthing(root / f"thing-{name}", root / f"shared-{name}") for name in ("one", "other")]

    def carry():
        """Waits until both have the same, asking them to look now."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            for peer in peers:
                peer.ask("db/scan?folder=lede", "POST")
            if contents(peers[0].folder) == contents(peers[1].folder):
                return
            time.sleep(0.5)
        sys.exit("Syncthing didn't carry everything within two minutes")

    try:
        peers[0].start(peers[1])
        peers[1].start(peers[0])
        deadline = time.monotonic() + 60
        for peer in peers:
            while True:
                try:
                    if any(known["connected"] for known in peer.ask("system/connections")["connections"].values()):
                        break
                except OSError:
                    pass
                if time.monotonic() > deadline:
                    sys.exit("the two Syncthings don't find each other")
                time.sleep(0.5)
        one = Device(lede, root, "thing-laptop", peers[0].folder, feed)
        one.run("sync")
        carry()
        other = Device(lede, root, "thing-desk", peers[1].folder, feed)
        exchange(one, other, carry)
    finally:
        for peer in peers:
            peer.stop()
    print(f"Syncthing carried {COUNT} marks both ways")


def main():
    lede = str(pathlib.Path(sys.argv[1]).resolve())
    missing = False
    with tempfile.TemporaryDirectory(prefix="lede-folders-") as name:
        root = pathlib.Path(name)
        feed = root / "feed.xml"
        make_feed(feed)
        for program, test in (("git", test_git), ("syncthing", test_syncthing)):
            if shutil.which(program):
                test(lede, root, feed)
            else:
                missing = True
                print(f"Skipped {program}: it isn't installed", file=sys.stderr)
    sys.exit(1 if missing else 0)


main()
