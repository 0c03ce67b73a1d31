import Foundation
import TestSupport
import Testing

/// A feed with teasers, whose items link to pages with the articles; one page asks the user to log in.
struct TeaserFeed {
    let home: Home
    let server: LoopbackServer

    init(_ names: [String]) throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path == "/login" { return Answer(200, body: "<form><input type=password></form><p>Log in.") }
            let text = (1...8).map {
                "<p>On page \(request.path), line \($0): the kestrel hovered, and all kept still.</p>"
            }
            return Answer(200, body: "<title>x</title><nav>Menu</nav><article>\(text.joined())</article>")
        }
        let items = names.map { [server] name in
            SampleFeed.Item(title: "Story \(name)", body: "A teaser.", link: server.url("/\(name)"))
        }
        try Data(SampleFeed(title: "Birds", items: items).rss.utf8)
            .write(to: URL(fileURLWithPath: home.path + "/feed.xml"))
        try home.write(urls: ["file://\(home.path)/feed.xml"])
        #expect(try Lede.run("refresh", home: home).status == 0)
    }
}
