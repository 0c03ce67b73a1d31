#!/usr/bin/env python3
"""Sends hostile feeds through everything that lede shows, and looks for what no terminal may be sent.

check-hostile.py LEDE FOLDER: each document of the folder becomes a feed of its own, is fetched, listed, parsed, set,
and read on a pseudo-terminal of 80 by 24. Exit 1 where anything came out that should not.
"""

import concurrent.futures
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

LEDE, FOLDER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
KEYS = ["R", "E", "q", "\r", "\r", " ", "q", "j", "\r", "\x1b[F", "q", "?", "q", "q"]

# What lede sends of itself: control sequences, character sets, the keypad, a title, a link, the question for the background.
SEQUENCE = re.compile(r"\x1b(?:\[[?>=]?[0-9;:]*\$?[@A-Za-z]|[()][0AB]|[78=>M]|\](?:0|2|8|11);([^\x07\x1b]*)(?:\x07|\x1b\\))")


def is_forbidden(character, controls):
    value = ord(character)
    if value < 0x20 or value == 0x7F:
        return character not in controls
    return (
        unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
        or unicodedata.category(character) == "Cf" and unicodedata.bidirectional(character) not in ("AN", "AL")
        and character not in "\u200c\u200d"
        or character == "\ufe0f"
    )


def must_be_escaped(character):
    """What JSON may not hold as it is: the rest is the feed's, and programs read it."""
    value = ord(character)
    return character != "\n" and (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        or value in (0x61C, 0x200E, 0x200F, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
        or 0xE0000 <= value < 0xE0080
    )


def faults(output, controls):
    """What should not be in bytes that went to a terminal or a pipe; where no controls are named, in JSON."""
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f"no UTF-8: {error}"]
    if not controls:
        return [f"U+{ord(character):04X}" for character in sorted(set(text)) if must_be_escaped(character)]
    if "\r" in controls:
        titles = "".join(match[1] or "" for match in SEQUENCE.finditer(text))
        text = SEQUENCE.sub("", text) + titles
    found = sorted({character for character in text if is_forbidden(character, controls)})
    if re.search(r"[\u0300-\u036f]{9}", text):
        found.append("a flood of marks")
    return [f"U+{ord(character):04X}" if len(character) == 1 else character for character in found]


def run(home, *arguments):
    command = [LEDE, f"--config-dir={home}", f"--data-dir={home}", *arguments]
    done = subprocess.run(command, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def read_on_terminal(home):
    """All that the reader sends while a person looks at everything, and how it ended."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        os.execv(LEDE, [LEDE, f"--config-dir={home}", f"--data-dir={home}"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    output = bytearray()

    def read_until_quiet(seconds):
        while select.select([terminal], [], [], seconds)[0]:
            try:
                output.extend(os.read(terminal, 1 << 16))
            except OSError:
                return

    read_until_quiet(0.5)
    for key in [*KEYS, "Q"]:
        try:
            os.write(terminal, key.encode())
        except OSError:
            break
        read_until_quiet(0.15)
    for _ in range(100):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), bytes(output)


def articles(document):
    try:
        items = json.loads(document).get("items") or []
    except ValueError:
        return []
    return [text for item in items[:50] for text in (item.get("content"), item.get("summary")) if text]


def check(path):
    found = []

    def look(what, status, output, controls="\n\t"):
        if status < 0 or status > 2:
            found.append(f"{what}: ended with {status}")
        found.extend(f"{what}: {fault}" for fault in faults(output, controls))

    with tempfile.TemporaryDirectory() as home:
        pathlib.Path(home, "urls").write_text(f"file://{path}\n")
        for arguments in (["refresh"], ["feeds"], ["items"], ["items", "--json"], ["parse", path], ["show", "1"]):
            status, output, errors = run(home, *arguments)
            is_json = arguments[0] == "parse" or "--json" in arguments
            look(" ".join(map(str, arguments)), status, output, "" if is_json else "\n\t")
            look(f"{arguments[0]}'s complaint", status, errors)
            if arguments[0] == "parse":
                parsed = output
        page = pathlib.Path(home, "page.html")
        for html in articles(parsed):
            page.write_text(html, encoding="utf-8")
            for width in ("1", "40", "80"):
                status, output, errors = run(home, "render", page, f"--width={width}")
                look(f"render --width {width}", status, output + errors)
        status, output = read_on_terminal(home)
        look("the reader", status, output, "\r\n\b\t\x0e\x0f")
    return sorted(set(found))


documents = sorted(
    path for path in FOLDER.iterdir() if not path.name.endswith((".expect.json", ".py")) and path.is_file()
)
unclean = 0
# The reader mostly waits for the next key.
with concurrent.futures.ThreadPoolExecutor(4 * (os.cpu_count() or 1)) as pool:
    for path, found in zip(documents, pool.map(check, documents)):
        if found:
            unclean += 1
            print(f"{path.name}: " + "; ".join(found))
print(f"{len(documents) - unclean} hostile documents came out clean by every way, {unclean} did not")
sys.exit(1 if unclean else 0)
