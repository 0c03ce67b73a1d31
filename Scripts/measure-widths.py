#!/usr/bin/env python3
"""Asks the terminal that it runs on, and ncurses, how far they move, and compares that with wcwidth().

Every code point that lede lets through is asked for, and every emoji of Unicode's emoji-test.txt as lede cleans it.
Run it in the terminal in question, in a UTF-8 locale: Scripts/measure-widths.py [lede]
"""

import collections
import ctypes
import curses
import locale
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import termios
import tty
import unicodedata
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEDE = sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release/lede"
DATA = ROOT / ".build/unicode-data/usr/share/unicode"

locale.setlocale(locale.LC_ALL, "")
wcwidth = ctypes.CDLL("libc.so.6").wcwidth


def cells(text):
    return sum(wcwidth(ord(character)) for character in text)


def cleaned(texts):
    """The texts as lede's clean text has them: titles of feeds that it lists, each with its number before it."""
    with tempfile.TemporaryDirectory() as home:
        urls = pathlib.Path(home, "urls")
        with urls.open("w") as lines:
            for start in range(0, len(texts), 10_000):
                items = "".join(
                    f"<item><guid>{number}</guid><title>{number}:{escape(texts[number])}:</title></item>"
                    for number in range(start, min(start + 10_000, len(texts)))
                )
                feed = pathlib.Path(home, f"{start}.xml")
                feed.write_text(f"<rss version='2.0'><channel><title>t</title>{items}</channel></rss>", "utf-8")
                lines.write(f"file://{feed}\n")
        folders = [f"--config-dir={home}", f"--data-dir={home}"]
        subprocess.run([LEDE, *folders, "refresh"], check=True, capture_output=True)
        listing = subprocess.run(
            [LEDE, *folders, "items", f"--limit={len(texts)}"], check=True, capture_output=True, encoding="utf-8"
        ).stdout
    found = [line.split("\t")[2].split(":", 1) for line in listing.splitlines()]
    return [text[:-1] for _, text in sorted(found, key=lambda title: int(title[0]))]


def terminal_cells(texts):
    """Where the cursor is after each text, as the terminal answers."""
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        answers = []
        for text in texts:
            os.write(1, f"\r\x1b[Ka{text}b\x1b[6n".encode())
            answer = b""
            while not answer.endswith(b"R"):
                answer += os.read(0, 64)
            answers.append(int(re.search(rb";(\d+)R$", answer)[1]) - 3)
        return answers
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)


def curses_cells(texts):
    """Where ncurses' cursor is after each text."""
    window = curses.initscr()
    try:
        answers = []
        for text in texts:
            window.erase()
            window.addstr(0, 0, f"a{text}b")
            answers.append(window.getyx()[1] - 2)
        return answers
    finally:
        curses.endwin()


def report(name, texts, answers):
    wrong = [(text, answer) for text, answer in zip(texts, answers) if cells(text) != answer]
    print(f"{name}: {len(texts) - len(wrong)} of {len(texts)} agree")
    classes = collections.defaultdict(list)
    for text, answer in wrong:
        category = unicodedata.category(text[0]) if len(text) == 1 else "sequence"
        classes[category, cells(text), answer].append(text)
    for (category, ours, theirs), texts in sorted(classes.items(), key=lambda entry: -len(entry[1])):
        points = " ".join(f"U+{ord(text[0]):04X}" for text in texts[:8])
        print(f"  {len(texts):6} {category}: we count {ours}, it moves {theirs}: {points}")


single = [chr(value) for value in range(0x21, 0x110000) if wcwidth(value) >= 0]
passed = [text for text, clean in zip(single, cleaned(single), strict=True) if text == clean]
sequences = [
    "".join(chr(int(value, 16)) for value in line.split(";")[0].split())
    for line in (DATA / "emoji/emoji-test.txt").read_text(encoding="utf-8").splitlines()
    if line and line[0] != "#"
]
emoji = cleaned(sequences)
results = [
    (name, texts, measure(texts))
    for texts, what in ((passed, "code points"), (emoji, "emoji"))
    for name, measure in ((f"terminal, {what}", terminal_cells), (f"ncurses, {what}", curses_cells))
]
for result in results:
    report(*result)
