import Testing
import URLs

@Suite struct AddressPartsTests {
    @Test func `an address is split into its parts`() throws {
        let parts = try #require(AddressParts("https://a:b@example.org:8080/x?y#z"))
        #expect(parts.scheme == "https" && parts.credentials == "a:b" && parts.host == "example.org")
        #expect(parts.port == "8080" && parts.path == "/x" && parts.rest == "/x?y#z")
    }

    @Test(arguments: [
        ("http://example.org", "example.org", ""), ("http://[::1]:80/x", "[::1]", "/x"),
        ("http://[::1]/", "[::1]", "/"),
        ("http://a@b@example.org/", "example.org", "/"),
        ("http://evil.example\\@example.org/", "evil.example", "\\@example.org/"),
        ("file:///etc/motd", "", "/etc/motd"), ("http://example.org:/", "example.org", "/")
    ])
    func `the host is the one that a browser would request`(address: String, host: String, rest: String) throws {
        let parts = try #require(AddressParts(address))
        #expect(parts.host == host && parts.rest == rest)
    }

    @Test(arguments: ["", "example.org", "mailto:a@example.org", "exec:curl https://example.org", "://x", "1a://x"])
    func `text in another form has no parts`(text: String) { #expect(AddressParts(text) == nil) }

    @Test(arguments: [
        ("http://a/b?c#d", "/b", "c", "d"), ("http://a?c/d?e", "", "c/d?e", nil), ("http://a#d?e#f", "", nil, "d?e#f"),
        ("http://a/?#", "/", "", ""), ("http://a", "", nil, nil), ("http://a\\b?c", "\\b", "c", nil)
    ])
    func `the path, the query and the fragment end where the next one begins`(
        address: String, path: String, query: String?, fragment: String?
    ) throws {
        var address = address
        try address.withUTF8 { bytes in
            let places = try #require(AddressPlaces(bytes))
            func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }
            #expect(text(places.path) == path)
            #expect(places.query.map(text) == query && places.fragment.map(text) == fragment)
        }
    }
}
