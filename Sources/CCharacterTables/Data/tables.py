"""What the generators share: reading Unicode's files, and writing tables that CharacterTable.swift reads."""

import itertools
import pathlib
import subprocess

DATA = pathlib.Path(__file__).resolve().parent
END = 0x110000


def unicode_folder():
    """The files of Debian's package unicode-data, which this fetches and unpacks where they aren't there yet."""
    fetched = DATA.parent / ".build/unicode-data"
    folder = fetched / "usr/share/unicode"
    if not folder.is_dir():
        fetched.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", "--quiet", "unicode-data"], cwd=fetched, check=True)
        (package,) = fetched.glob("unicode-data_*.deb")
        subprocess.run(["dpkg", "--extract", package, fetched], check=True)
    return folder


def lines_of(name):
    return (unicode_folder() / name).read_text(encoding="utf-8").splitlines()


def properties(name, default=None):
    """The property of each code point in one of Unicode's files."""
    found = [default] * END
    for line in lines_of(name):
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 1:
            first, _, last = fields[0].partition("..")
            after = int(last or first, 16) + 1
            found[int(first, 16) : after] = [fields[1]] * (after - int(first, 16))
    return found


def pictographs():
    """The emoji, and code points reserved for future ones. Another property of the file follows this one."""
    lines = [line for line in lines_of("emoji/emoji-data.txt") if "; Extended_Pictographic" in line]
    spans = [line.split(";")[0].strip().partition("..") for line in lines]
    return {point for first, _, last in spans for point in range(int(first, 16), int(last or first, 16) + 1)}


def unicode_version():
    return lines_of("EastAsianWidth.txt")[0].split("-")[-1].removesuffix(".txt")


def hexadecimal(*numbers):
    return " ".join(f"{number:X}" for number in numbers)


def ranges(values):
    """Runs of equal values: first, last and value of each."""
    first = 0
    for value, run in itertools.groupby(values):
        last = first + sum(1 for _ in run) - 1
        yield first, last, value
        first = last + 1


def range_lines(pairs):
    """A line with the first and last code point of each range, or with its only one."""
    return [hexadecimal(first) if first == last else hexadecimal(first, last) for first, last in pairs]


def write(name, source, lines, width=0):
    """Writes a table below a line that says where it is from, which has at least this width."""
    head = f"# Written by Data/generate-{name}.py from {source}.".ljust(width, ".")
    (DATA / f"{name}.txt").write_text("\n".join([head, *lines, ""]), encoding="utf-8")
