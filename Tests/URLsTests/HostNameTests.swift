import Testing

@testable import URLs

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

@Suite struct IPAddressTests {
    @Test(arguments: [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1", "192.0.0.1",
        "169.254.169.254", "100.64.0.1", "100.127.255.255", "224.0.0.1", "255.255.255.255", "::", "::1",
        "[::1]", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::808:808", "2002:7f00:1::"
    ])
    func `an IP address of a private or special network is not public`(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
        #expect(HostName(text).isLocal)
    }

    @Test(arguments: [
        "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "169.253.0.1", "192.167.0.1",
        "192.0.1.1",
        "1.1.1.1",
        "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::"
    ])
    func `other IP addresses are public`(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
        #expect(!HostName(text).isLocal)
    }

    @Test(arguments: ["example.org", "", "1.2.3.4.5", "[::1", "localhost", "12a"])
    func `a name is not an IP address`(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST.", true), ("a.localhost", true), ("printer.local", true), ("wiki", true),
        ("nas.home.arpa", true), ("db.internal", true), ("example.org", false), ("localhost.example.org", false),
        ("local.org.", false)
    ])
    func `a name that can only be in one's own network is local`(name: String, isLocal: Bool) {
        #expect(HostName(name).isLocal == isLocal)
    }
}

@Suite struct `Lists of hosts` {
    @Test(arguments: [
        ("", "https://a.example/", true), ("lwn.net", "https://LWN.net/x", true),
        ("lwn.net", "https://www.lwn.net/", true), ("lwn.net", "https://notlwn.net/", false),
        ("lwn.net, heise.de", "https://heise.de/", true), ("!ads.example", "https://a.ads.example/", false),
        ("!ads.example", "https://ads.example./", false), ("!ads.example", "https://a.example/", true),
        ("a.example !b.a.example", "https://b.a.example/", false),
        ("!http://ads.example/", "https://ads.example/", false), ("!*.ads.example", "https://b.ads.example/", false),
        ("! ads.example", "https://ads.example/", false), ("! ads.example", "https://a.example/", true),
        ("müller.example", "https://xn--mller-kva.example/", true)
    ])
    func `a list of hosts includes their subdomains`(list: String, url: String, isAllowed: Bool) throws {
        #expect(try HostList(list).allows(#require(WebURL(url)?.host)) == isAllowed)
    }
}

@Suite struct PunycodeTests {
    /// From RFC 3492, 7.1.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"), ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("bücher", "bcher-kva")
    ])
    func `text is encoded as in RFC 3492`(text: String, encoded: String) {
        #expect(Punycode.encoded(Array(text.unicodeScalars)) == encoded)
    }
}
