import Addresses
import Testing

@Suite struct AddressPartsTests {
    @Test func `an address falls into its parts`() throws {
        let parts = try #require(AddressParts("https://a:b@example.org:8080/x?y#z"))
        #expect(parts.scheme == "https" && parts.credentials == "a:b" && parts.host == "example.org")
        #expect(parts.port == "8080" && parts.rest == "/x?y#z")
    }

    @Test(arguments: [
        ("http://example.org", "example.org", ""), ("http://[::1]:80/x", "[::1]", "/x"),
        ("http://[::1]/", "[::1]", "/"),
        ("http://a@b@example.org/", "example.org", "/"),
        ("http://evil.example\\@example.org/", "evil.example", "\\@example.org/"),
        ("file:///etc/motd", "", "/etc/motd"), ("http://example.org:/", "example.org", "/")
    ])
    func `the host is the one that a browser would ask`(address: String, host: String, rest: String) throws {
        let parts = try #require(AddressParts(address))
        #expect(parts.host == host && parts.rest == rest)
    }

    @Test(arguments: ["", "example.org", "mailto:a@example.org", "exec:curl https://example.org", "://x", "1a://x"])
    func `text of another form has no parts`(text: String) { #expect(AddressParts(text) == nil) }

    @Test(arguments: [
        ("HTTP://Example.ORG/a", "http://example.org:80/b", true), ("https://a.org/", "https://a.org:443/", true),
        ("https://a.org/", "http://a.org/", false), ("https://a.org/", "https://b.org/", false),
        ("https://a.org/", "https://a.org:8443/", false)
    ])
    func `two addresses have one origin when scheme, host and port are the same`(
        one: String, other: String, isSame: Bool
    ) {
        #expect((AddressParts(one)?.origin == AddressParts(other)?.origin) == isSame)
    }

    @Test func `a host is trusted again after its turn to a secure connection, and never the other way`() {
        let open = Origin(scheme: "http", host: "a", port: nil)
        let secure = Origin(scheme: "https", host: "a", port: nil)
        #expect(secure.isTrusted(as: open) && open.isTrusted(as: open) && !open.isTrusted(as: secure))
        #expect(!Origin(scheme: "https", host: "b", port: nil).isTrusted(as: open))
        #expect(!Origin(scheme: "https", host: "a", port: 8443).isTrusted(as: open))
    }
}
