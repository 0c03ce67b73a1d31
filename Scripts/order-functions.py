#!/usr/bin/env python3
"""Writes into Scripts/section-order.ld which functions the linker puts next to each other: those that a key calls which goes on
in a list; then those of a start that goes on where the last one was left, as most do; then those of reading, of a refresh and
of a search.

A page of the program that is touched brings its neighbours into memory, so a start needs some two megabytes of code and not
pieces of all thirteen, and a key that is pressed again and again finds its code in a few dozen pages.

Full names would make a file of half a megabyte that each change of the program outdates. So a line is the beginning of names,
such as that of a type: it stands for all that begin so, also for what the type gets later. A beginning may bring along
functions that nobody called, up to WORTH bytes for each line that it spares.

Run this after “make build” when types have come or been renamed: what the list doesn't name stands behind, which costs a
little of all that and nothing else. It needs x86-64, binutils and leave to trace processes: it puts a breakpoint on every
function, and presses some keys.
"""

import contextlib
import ctypes
import datetime
import email.utils
import fcntl
import functools
import http.server
import os
import pathlib
import pty
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = (ROOT / ".build/release/lede").resolve()
SCRIPT = ROOT / "Scripts/section-order.ld"
# What stands around the list there.
BEFORE, BEHIND = "*(.text..L*)\n", "*(.text .text.*)\n"
# How many bytes that nobody called a line less is worth: fewer in the short list of a key, which is to lie close together.
WORTH = {"often": 1000, "start": 500, "later": 2000}
# Into a feed and down its list, an article, and back; between any two, the reader is given time to answer.
KEYS = [b"\r", b"j", b"k", b"\x1b[6~", b"\x1b[5~", b"\r", b" ", b"q", b"q", b"j"]
# What is done most: in the list of a feed again.
WAY_BACK = [b"\r", b"j"]
MOST_PRESSED = [b"j", b"k", b"\x1b[6~", b"\x1b[5~"]
# A refresh, after which what came is indexed, a search, and the end.
LATER = [b"q", b"R", b"/", b"a", b"r", b"t", b"\x1b", b"Q"]
PATIENCE = 1.0
FEEDS = ["one", "two", "three", "four"]
BREAKPOINT = b"\xcc"

TRACEME, CONT, GETREGS, SETREGS, SETOPTIONS = 0, 7, 12, 13, 0x4200
TRACE_THREADS, KILL_WITH_US = 0x8, 0x100000
ALL_THREADS = 0x40000000
INSTRUCTION = 16

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def main():
    home = pathlib.Path(tempfile.mkdtemp())
    try:
        with serving(home) as address:
            environment = fill(home, address)
            names = functions()
            often, order, later = trace(environment, names, KEYS + WAY_BACK, MOST_PRESSED, LATER)
            # A start that has nothing to follow, and goes on where the last one was left.
            _, again, _ = trace(environment, names, [], [], [])
    finally:
        shutil.rmtree(home)
    sizes = {name: names[address][1] for address in names for name in names[address][0]}
    called = {"often": often, "start": again, "later": order | later}
    lists, left = [], sorted(sizes)
    for kind, addresses in called.items():
        wanted = {name for address in addresses for name in names[address][0]}
        _, rules = cover(left, 0, len(left), 0, wanted, sizes, WORTH[kind])
        covered = {name for _, first, end in rules for name in left[first:end]}
        left = [name for name in left if name not in covered]
        lists.append(["*(\n", *(f".text.{pattern}\n" for pattern, _, _ in rules), ")\n"])
        print(f"{kind}: {len(rules)} lines for {sum(map(sizes.get, covered))} bytes")
    before, rest = SCRIPT.read_text().split(BEFORE)
    behind = rest.split(BEHIND)[1]
    SCRIPT.write_text("".join([before, BEFORE, *(line for lines in lists for line in lines), BEHIND, behind]))


def cover(names, start, end, depth, wanted, sizes, worth):
    """The fewest lines that stand for the wanted ones of some names, which lie in order and begin alike for so many letters; but
    what they bring along besides costs its size, and each line what it is worth. Tells the cost, and of each line where the
    names lie that it stands for."""
    if not any(name in wanted for name in names[start:end]):
        return 0, []
    unwanted = sum(sizes[name] for name in names[start:end] if name not in wanted)
    # All names begin with nothing, but no line may say so.
    whole = (unwanted + worth, [(names[start][:depth] + "*", start, end)]) if depth else (float("inf"), [])
    if depth and (unwanted == 0 or end - start == 1):
        return whole
    common = len(os.path.commonprefix([names[start], names[end - 1]]))
    cost, rules = 0, []
    while start < end:
        first = names[start]
        if len(first) == common:
            # The name itself, with which the others begin.
            if first in wanted:
                cost += worth
                rules.append((first, start, start + 1))
            start += 1
            continue
        last = start
        while last < end and names[last][common] == first[common]:
            last += 1
        part_cost, part_rules = cover(names, start, last, common + 1, wanted, sizes, worth)
        cost += part_cost
        rules += part_rules
        start = last
    return min(whole, (cost, rules), key=lambda choice: choice[0])


@contextlib.contextmanager
def serving(home):
    """Has the files there served, and tells at which address."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=home)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def fill(home, address):
    """Makes a library of some feeds, and says what leads the program there."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    for kind in ["config", "data", "cache", "state"]:
        environment[f"XDG_{kind.upper()}_HOME"] = f"{home}/{kind}"
    (home / "config/lede").mkdir(parents=True)
    urls = home / "config/lede/urls"
    now = datetime.datetime.now(datetime.timezone.utc)
    for feed in FEEDS:
        items = "".join(
            f"<item><title>Story {n}</title><link>https://example.org/{feed}/{n}</link><guid>{n}</guid>"
            f"<pubDate>{email.utils.format_datetime(now - n * datetime.timedelta(hours=7))}</pubDate>"
            f"<category>Words</category><author>someone@example.org (Some One)</author>"
            f"<description><![CDATA[{article(n)}]]></description></item>"
            for n in range(300))
        (home / feed).write_text(f'<rss version="2.0"><channel><title>{feed}</title>{items}</channel></rss>')
    urls.write_text("".join(f"file://{home}/{feed} news\n" for feed in FEEDS[:-1]))
    subprocess.run([PROGRAM, "refresh"], env=environment, check=True)
    # So that there is something to follow at the start.
    urls.write_text(
        "".join(f"file://{home}/{feed} tech\n" for feed in FEEDS[1:-1]) + f"{address}/{FEEDS[-1]} news\n")
    return environment


def article(number):
    """Some of what the texts of feeds are made of."""
    return (
        f"<h2>Of {number}</h2><p>{'Some words of an article. ' * 60}</p><p><b>Bold <a href='/there?a=1&amp;b=2#c'>link</a></b>, "
        f"&eacute;t&eacute; and “quoted” 古い港 &mdash; <i>slanted</i>, <code>code</code>.</p>"
        f"<ul><li>One</li><li>Two</li></ul><blockquote><p>Said.</p></blockquote><pre>if so</pre>"
        f"<img src='/picture.png' alt='A picture' width='600' height='400'><table><tr><td>A</td><td>B</td></tr></table>")


def functions():
    """The names and sizes of the program's functions, by where they lie in its file's image. Some have several names."""
    listing = subprocess.run(["nm", "-S", "--defined-only", PROGRAM], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in listing.splitlines():
        address, size, kind, *name = line.split(maxsplit=3)
        # What has no size was written in assembly, and lies in no section of its own.
        if name and kind in "tTwW":
            names, _ = found.setdefault(int(address, 16), ([], int(size, 16)))
            names.append(name[0])
    return found


def trace(environment, names, keys, most_pressed, later_keys):
    """Opens the reader, presses keys and tells which functions were called: by those that are pressed most, until then, and by
    those behind them."""
    process, terminal = pty.fork()
    if process == 0:
        libc.ptrace(TRACEME, 0, None, None)
        os.execve(PROGRAM, [str(PROGRAM)], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.waitpid(process, 0)
    libc.ptrace(SETOPTIONS, process, None, TRACE_THREADS | KILL_WITH_US)
    with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
        base, begins = break_everywhere(process, memory, names)
        libc.ptrace(CONT, process, None, None)
        order, often, later = {}, {}, {}
        press([b""] + keys, terminal, memory, begins, order)
        for address in order:
            memory.seek(address)
            memory.write(BREAKPOINT)
        press(most_pressed, terminal, memory, begins, often)
        press(later_keys, terminal, memory, begins, later)
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    return tuple({address - base: True for address in called} for called in (often, order, later))


def press(keys, terminal, memory, begins, order):
    """Presses keys, and notes which functions each of them calls."""
    for key in keys:
        os.write(terminal, key)
        follow(terminal, memory, begins, order)


def break_everywhere(process, memory, names):
    """Puts a breakpoint on each function, and tells where the program lies and what was there."""
    maps = [line.split() for line in open(f"/proc/{process}/maps")]
    ranges = [(*(int(end, 16) for end in line[0].split("-")), line[1]) for line in maps if line[-1] == str(PROGRAM)]
    base, begins = ranges[0][0], {}
    for start, end, rights in ranges:
        if "x" not in rights:
            continue
        memory.seek(start)
        code = bytearray(memory.read(end - start))
        for address in (base + name for name in names):
            if start <= address < end:
                begins[address] = bytes(code[address - start:address - start + 1])
        for address in begins:
            code[address - start:address - start + 1] = BREAKPOINT
        memory.seek(start)
        memory.write(code)
    return base, begins


def follow(terminal, memory, begins, order):
    """Notes which functions are called, until nothing more happens for a while."""
    quiet = time.monotonic() + PATIENCE
    while time.monotonic() < quiet:
        if select.select([terminal], [], [], 0)[0]:
            with contextlib.suppress(OSError):
                os.read(terminal, 65536)
        try:
            thread, status = os.waitpid(-1, os.WNOHANG | ALL_THREADS)
        except ChildProcessError:
            # It was asked to end.
            return
        if thread == 0:
            time.sleep(0.0005)
            continue
        if not os.WIFSTOPPED(status):
            continue
        passed_on = os.WSTOPSIG(status)
        if passed_on == signal.SIGTRAP and status >> 16 == 0:
            take(thread, memory, begins, order)
            quiet = time.monotonic() + PATIENCE
        if passed_on in (signal.SIGTRAP, signal.SIGSTOP):
            passed_on = 0
        libc.ptrace(CONT, thread, None, passed_on)


def take(thread, memory, begins, order):
    """Notes the function that a thread has come to, and has it go on there."""
    registers = (ctypes.c_ulonglong * 27)()
    libc.ptrace(GETREGS, thread, None, registers)
    address = registers[INSTRUCTION] - 1
    if address not in begins:
        return
    if address not in order:
        order[address] = True
        memory.seek(address)
        memory.write(begins[address])
    registers[INSTRUCTION] = address
    libc.ptrace(SETREGS, thread, None, registers)


if __name__ == "__main__":
    main()
