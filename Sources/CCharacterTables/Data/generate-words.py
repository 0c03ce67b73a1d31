#!/usr/bin/env python3
"""Writes words.txt from Python's Unicode data: the ranges of characters that words have, and what they are indexed as.

What counts as a letter may change only together with a rebuilding of the search index (a new migration), so a newer
Python is no reason to run this again.
"""

import unicodedata

import tables

# Marks that one may leave out in writing: accents, Hebrew points, Arabic vowels, and marks for symbols.
ACCENTS = [
    (0x300, 0x36F), (0x591, 0x5C7), (0x610, 0x61A), (0x640, 0x640), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6ED),
    (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F),
]  # fmt: skip

# And what nobody sees, or sees as a part of the character before.
DROPPED = ACCENTS + [
    (0xAD, 0xAD), (0x483, 0x489), (0x61C, 0x61C), (0x200C, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3099, 0x309A),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
]  # fmt: skip

# Scripts that put no spaces between words, and Korean, whose words grow endings.
UNSPACED = [
    (0xE01, 0xE4E), (0xE81, 0xEDF), (0x1000, 0x109F), (0x1100, 0x11FF), (0x1780, 0x17D3), (0x3005, 0x3007),
    (0x3021, 0x3029), (0x3031, 0x303C), (0x3041, 0x30FF), (0x3105, 0x318E), (0x31A0, 0x31BF), (0x31F0, 0x31FF),
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0x1B000, 0x1B16F),
    (0x20000, 0x323AF),
]  # fmt: skip

# Forms that only old encodings have: they stay as they are, and so the table stays half as large.
LEFT_ALONE = [(0xFB50, 0xFDFF), (0xFE70, 0xFEFF), (0x1EE00, 0x1EEFF), (0x2F800, 0x2FA1F)]

# Letters that keep no accent when they are taken apart, and that many keyboards don't have.
PLAIN = {
    "æ": "ae", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "œ": "oe", "ŧ": "t", "ð": "d", "þ": "th",
}  # fmt: skip


def lies_in(code_point, ranges):
    return any(first <= code_point <= last for first, last in ranges)


def is_word(character):
    return unicodedata.category(character)[0] in "LNM"


def folded(character):
    """The characters that this one is indexed as; none for one that is dropped or no part of a word."""
    if lies_in(ord(character), DROPPED):
        return ""
    if lies_in(ord(character), LEFT_ALONE):
        return character if is_word(character) else ""
    if unicodedata.category(character) == "Nd":
        return str(unicodedata.digit(character))
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    # In Cyrillic only ё is written without its mark: й is another letter than и.
    is_cyrillic = "CYRILLIC" in unicodedata.name(character, "") and parts != "\u0435\u0308"
    if is_cyrillic:
        parts = unicodedata.normalize("NFC", character.casefold())
    kept = "".join(part for part in parts if is_cyrillic or not lies_in(ord(part), ACCENTS))
    kept = unicodedata.normalize("NFC", "".join(PLAIN.get(part, part) for part in kept))
    if kept and all(is_word(part) for part in kept):
        return kept
    return character if is_word(character) else ""


# Beyond are no letters that this knows.
POINTS = [point for point in range(0x80, 0x32400) if not 0xD800 <= point < 0xE000]


def ranges(belongs):
    wanted = {point for point in POINTS if belongs(point)}
    return tables.range_lines(
        (first, last) for first, last, belongs in tables.ranges(point in wanted for point in range(0x32400)) if belongs)


def is_unspaced(code_point):
    return lies_in(code_point, UNSPACED) and unicodedata.category(chr(code_point))[0] in "LMN"


def is_letter(code_point):
    return folded(chr(code_point)) != "" and not is_unspaced(code_point)


lines = ["letters", *ranges(is_letter), "unspaced", *ranges(is_unspaced), "dropped", *ranges(lambda c: lies_in(c, DROPPED))]
# Each character, and what it becomes.
lines.append("foldings")
for point in POINTS:
    result = folded(chr(point))
    if result not in ("", chr(point)):
        lines.append(tables.hexadecimal(point, *map(ord, result)))
tables.write("words", f"Unicode {unicodedata.unidata_version}", lines)
