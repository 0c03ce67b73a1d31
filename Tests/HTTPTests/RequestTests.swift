import Testing

@testable import HTTP

@Suite struct RequestTests {
    @Test func `validators are sent back unchanged`() {
        let validators = Validators(etag: "W/\"é\"", lastModified: "Thu, 05 Nov 2026 09:30:00 GMT")
        #expect(
            Request("http://a/", validators: validators).headerLines(isAtOrigin: true).dropFirst() == [
                "If-None-Match: W/\"é\"", "If-Modified-Since: Thu, 05 Nov 2026 09:30:00 GMT"
            ])
    }

    @Test(arguments: [nil, "", " \t"])
    func `an empty validator isn't sent`(validator: String?) {
        #expect(Validators(etag: validator, lastModified: validator).headers == [])
    }

    @Test(arguments: ["\"a\rX-Evil: 1", "a\u{1B}[2J", "a\0b", "a\u{7F}", String(repeating: "a", count: 60_000)])
    func `a validator that could be more than one header isn't sent`(validator: String) {
        let validators = Validators(etag: validator, lastModified: validator)
        #expect(Request("http://a/", validators: validators).headerLines(isAtOrigin: true).count == 1)
    }
}
