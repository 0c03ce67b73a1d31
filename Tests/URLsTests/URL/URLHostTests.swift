import Testing
import URLs

@Suite struct `The host of a URL` {
    private func host(_ text: String) -> String? { WebURL("https://\(text)/")?.host.map(String.init) }

    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
        ("faß.example", "xn--fa-hia.example"), ("日本語。jp", "xn--wgv71a119e.jp"), ("e\u{301}.example", "xn--9ca.example"),
        ("ｅｘａｍｐｌｅ.org", "example.org"), ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("so\u{AD}ft.example", "soft.example"), ("①.example", "1.example"), ("☕.example", "xn--53h.example"),
        ("\u{1100}\u{1161}\u{11A8}.example", "xn--p39a.example")
    ])
    func `a host becomes the name that browsers look up`(text: String, name: String) { #expect(host(text) == name) }

    @Test(arguments: ["xn--a", "xn--bcher-kva.example", "a_b.example", "-a-.example", "a..example"])
    func `an ASCII host stays unchanged`(text: String) { #expect(host(text) == text) }

    @Test(arguments: [
        "\u{301}a.example", "a\u{200D}b.ü", "ü.xn--a", "אa.example", "1א.example", "\u{AD}", "a\u{FFFD}.example", "⒈.ü",
        "ü%2F.example", "\u{E000}.example", "ü.xn--bücher"
    ])
    func `a host that isn't a valid international name is refused`(text: String) { #expect(host(text) == nil) }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"), ("１２７.0.0.1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("%31.2.3.4", "1.2.3.4"),
        ("1.2.3.4.example", "1.2.3.4.example"), ("[::1]", "[::1]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"),
        ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"), ("[0:0::0:0]", "[::]"), ("[1:0:2:3:4:5:6:7]", "[1:0:2:3:4:5:6:7]")
    ])
    func `every IP address has only one notation`(text: String, number: String) { #expect(host(text) == number) }

    @Test(arguments: [
        "256.1.1.1", "1.2.3.4.5", "1.2.3.09", "0x1ffffffff", "a.1", "[1:2]", "[1::2::3]", "[::1.2.3]", "[::01.2.3.4]",
        "[1:2:3:4:5:6:7:8:9]", "[::1%eth0]", "[1:2:3:4:5:6:7:1.2.3.4]"
    ])
    func `an invalid IP address is refused`(text: String) { #expect(host(text) == nil) }
}
