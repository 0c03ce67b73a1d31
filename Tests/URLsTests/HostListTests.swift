import Testing
import URLs

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
