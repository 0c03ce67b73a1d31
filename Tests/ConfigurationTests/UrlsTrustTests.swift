import Configuration
import Testing

@Suite struct UrlsTrustTests {
    private let old = UrlsList("https://a.example/\n#: interval 2h\nexec:date\n")

    @Test(arguments: [
        ("\"exec:date -u\"", "exec:date -u"),
        ("\"filter:sed s/a/b/:https://a.example/x\"", "filter:sed s/a/b/:https://a.example/x"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("https://b.example/\n#: password-command cat secret", "https://b.example/"),
        ("https://b.example/\n#: verify no", "https://b.example/"),
        ("https://b.example/\n#: proxy http://c.example:8080", "https://b.example/")
    ])
    func `a line that runs a command, reads a file or trusts somebody is reported`(lines: String, url: String) {
        let new = UrlsList("https://a.example/\nexec:date\n\(lines)\n")
        #expect(new.feedsToTrust(comparedWith: old) == [url])
    }

    @Test func `a setting that ends up below another feed's line is reported`() {
        let new = UrlsList("https://a.example/\n#: password-command cat secret\nexec:date\n")
        #expect(new.feedsToTrust(comparedWith: old) == ["https://a.example/"])
    }

    @Test func `existing lines and web URLs aren't reported`() {
        let new = UrlsList("exec:date moved\nhttps://a.example/\nhttps://b.example/ news\n#: interval 3h\n")
        #expect(new.feedsToTrust(comparedWith: old) == [])
    }
}
