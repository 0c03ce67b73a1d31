#!/usr/bin/env python3
"""Writes Sources/URLs/IDNA/IDNATable+Data.swift from Unicode's tables for international host names.

The packages idna (mappings and joining types) and unicodedata2 (bidi classes, combining classes and decompositions) of
PyPI hold them; both must be of the same version of Unicode: pip install idna==3.13 unicodedata2==17.0.0
"""

import pathlib

import idna.idnadata
import idna.uts46data
import unicodedata2 as unicode

assert idna.uts46data.__version__ == idna.idnadata.__version__ == unicode.unidata_version

END = 0x110000
BIDI = ["L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
JOINING = ["U", "L", "R", "D", "T", "C"]


def statuses():
    """What UTS 46 says of each code point: its letter, and what it is mapped to."""
    table = idna.uts46data.uts46data
    rows = list(table() if callable(table) else table)
    for row, following in zip(rows, rows[1:] + [(END,)]):
        for code_point in range(row[0], following[0]):
            yield row[1], (row[2] if len(row) > 2 else None)


def joining_types():
    table = idna.idnadata.joining_types
    table = table() if callable(table) else table
    return {code_point: (chr(kind) if isinstance(kind, int) else kind) for code_point, kind in table.items()}


class Numbers:
    """Numbers as text: five bits a character from “?” to “~”, the lowest first; all but the last are 32 higher."""

    def __init__(self):
        self.text = ""

    def add(self, number):
        while number >= 32:
            self.text += chr(0x3F + 32 + number % 32)
            number //= 32
        self.text += chr(0x3F + number)

    def add_signed(self, number):
        self.add(number * 2 if number >= 0 else -number * 2 - 1)


# Kinds of runs; the numbers stand in IDNATable.swift, too.
VALID, DISALLOWED, IGNORED, SHIFTED, ALTERNATING, WRITTEN = range(6)


def kind(code_point, status):
    letter, mapping = status
    if letter == "M":
        return (SHIFTED, ord(mapping) - code_point) if len(mapping) == 1 else (WRITTEN, 0)
    return {"V": VALID, "D": VALID, "X": DISALLOWED, "I": IGNORED}[letter], 0


def mappings(status):
    """Runs of code points that are treated alike: length and kind, and what the kind asks for."""
    kinds = [kind(code_point, status[code_point]) for code_point in range(END)]
    runs = []
    at = 0
    while at < END:
        end = at + 1
        while end < END and kinds[end] == kinds[at]:
            end += 1
        # Capitals and small letters in turn.
        pairs = at
        while pairs + 1 < END and kinds[pairs] == (SHIFTED, 1) and kinds[pairs + 1] == (VALID, 0):
            pairs += 2
        if pairs > at:
            runs.append((at, pairs, ALTERNATING))
            end = pairs
        elif kinds[at][0] == SHIFTED and end - at < 3:
            # Single letters are written out, as texts are.
            if runs and runs[-1][2] == WRITTEN:
                runs[-1] = (runs[-1][0], end, WRITTEN)
            else:
                runs.append((at, end, WRITTEN))
        elif kinds[at][0] == WRITTEN and runs and runs[-1][2] == WRITTEN:
            runs[-1] = (runs[-1][0], end, WRITTEN)
        else:
            runs.append((at, end, kinds[at][0]))
        at = end
    numbers = Numbers()
    previous = 0
    for start, end, what in runs:
        numbers.add((end - start - 1) * 6 + what)
        if what == SHIFTED:
            numbers.add_signed(kinds[start][1])
        if what == WRITTEN:
            for code_point in range(start, end):
                text = status[code_point][1]
                numbers.add(len(text) - 1)
                for index, character in enumerate(text):
                    numbers.add_signed(ord(character) - previous)
                    previous = ord(character)
                previous = ord(text[0])
    return numbers.text


def is_valid(status):
    return status[0] in "VD"


def properties(status):
    """Classes of characters, and runs of valid code points of one class; the others may belong to any run."""
    joining = joining_types()
    classes, runs = [], []
    for code_point in range(END):
        if not is_valid(status[code_point]):
            if runs:
                runs[-1][0] += 1
            else:
                runs.append([1, 0])
            continue
        character = chr(code_point)
        bidi = unicode.bidirectional(character)
        found = (
            BIDI.index(bidi) if bidi in BIDI else len(BIDI),
            JOINING.index(joining.get(code_point, "U")),
            int(unicode.category(character)[0] == "M"),
            unicode.combining(character),
        )
        if found not in classes:
            classes.append(found)
        index = classes.index(found)
        if runs and runs[-1][1] == index:
            runs[-1][0] += 1
        else:
            runs.append([1, index])
    numbers = Numbers()
    numbers.add(len(classes))
    for found in classes:
        for number in found:
            numbers.add(number)
    for length, index in runs:
        numbers.add(length)
        numbers.add(index)
    return numbers.text


def compositions(status):
    """The valid characters that are put together from two others, without those of Hangul."""
    numbers = Numbers()
    previous = (0, 0, 0)
    for code_point in range(END):
        parts = unicode.decomposition(chr(code_point))
        if not parts or parts.startswith("<") or not is_valid(status[code_point]):
            continue
        first, second = [int(part, 16) for part in parts.split()]
        assert unicode.normalize("NFC", chr(first) + chr(second)) == chr(code_point)
        numbers.add(code_point - previous[0])
        numbers.add_signed(first - previous[1])
        numbers.add_signed(second - previous[2])
        previous = (code_point, first, second)
    return numbers.text


def literal(name, meaning, text):
    lines = [text[start : start + 110] for start in range(0, len(text), 110)]
    return (
        f'    /// {meaning}\n    static let {name}: StaticString = #"""\n'
        + "".join(f"        {line}\n" for line in lines)
        + '        """#\n'
    )


status = list(statuses())
target = pathlib.Path(__file__).parent.parent / "Sources/URLs/IDNA/IDNATable+Data.swift"
target.parent.mkdir(exist_ok=True)
target.write_text(
    "// Written by Scripts/generate-idna-table.py: change that and run it again.\n\n"
    f"/// Unicode {unicode.unidata_version}.\n"
    "extension IDNATable {\n"
    + "\n".join(
        [
            literal("mappings", "Runs of code points, and what becomes of them (UTS 46).", mappings(status)),
            literal("properties", "Classes of characters, and runs of code points of one class.", properties(status)),
            literal("compositions", "Characters, and the two that each is put together from.", compositions(status)),
        ]
    )
    + "}\n"
)
