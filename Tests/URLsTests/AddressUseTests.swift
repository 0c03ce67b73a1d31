import Testing
import URLs

struct AddressUseTests {
    @Test(arguments: ["http://a", "https://a", "HTTP://A", "hTTps://a@b"])
    func `a web address has a web scheme and two slashes`(address: String) {
        #expect(address.isWebAddress && address.isForTerminals)
    }

    @Test(arguments: ["", "http:", "http:/a", "https//a", "file:///a", " http://a", "javascript://a", "a.example"])
    func `other text is not a web address`(text: String) { #expect(!text.isWebAddress) }

    @Test(arguments: [
        ("mailto:a@b.example", true), ("MAILTO:a", true), ("https:a", true), ("file:///a", false), ("tel:1", false),
        ("javascript:x", false), ("mailto", false), ("", false)
    ])
    func `only web and mail links are passed to the terminal`(address: String, isTold: Bool) {
        #expect(address.isForTerminals == isTold)
    }

    @Test(arguments: [
        ("file:///a/b%20c?d", "/a/b%20c?d"), ("FILE:///", "/"), ("file://host/a", nil), ("file:a", nil), ("/a", nil)
    ])
    func `the path of a file URL follows its two slashes`(address: String, path: String?) {
        #expect(address.pathOfFile.map(String.init) == path)
    }

    @Test(arguments: [
        ("a:b", "a"), ("coap+tcp://x", "coap+tcp"), ("A1-.:", "A1-."), ("1a:b", nil), ("a b:c", nil), ("a", nil),
        (":a", nil)
    ])
    func `a scheme begins with a letter and ends at a colon`(text: String, scheme: String?) {
        #expect(text.scheme.map(String.init) == scheme)
    }

    @Test(arguments: [
        ("https://a", true, true), ("HTTP://a", true, true), ("https://", false, true), ("http:", false, true),
        ("mailto:a@b.example", false, true), ("/a:b", false, false), ("a/b:c", false, false), ("", false, false)
    ])
    func `the bytes of a document tell the same`(text: String, isWebAddress: Bool, hasScheme: Bool) {
        Array(text.utf8).withUnsafeBufferPointer {
            #expect($0.isWebAddress == isWebAddress && $0.hasScheme == hasScheme)
        }
    }

    @Test func `an address without a scheme gets one`() {
        #expect("proxy:80".withScheme(orElse: "http") == "http://proxy:80")
        #expect("socks5://proxy:80".withScheme(orElse: "http") == "socks5://proxy:80")
    }

    @Test func `a filter address has a command and the address after the next colon`() throws {
        let filter = try #require(FilterAddress("filter:sort -u:https://a.example:80/x"))
        #expect(filter.command == "sort -u" && filter.address == "https://a.example:80/x")
        let empty = try #require(FilterAddress("filter::"))
        #expect(empty.command.isEmpty && empty.address.isEmpty)
        for text in ["filter:sort", "exec:a:b", "Filter:a:b", ""] { #expect(FilterAddress(text) == nil) }
    }
}
