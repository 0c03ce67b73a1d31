import Foundation

/// A feed with teasers, whose items link to pages with the articles; one page asks the user to log in. Each article may have
/// pictures, and the teaser one more.
package struct TeaserFeed {
    package let home: Home
    package let server: LoopbackServer

    package init(_ names: [String], pictures: Int = 0) throws {
        home = try Home()
        server = try LoopbackServer { request in
            if request.path == "/login" { return Answer(200, body: "<form><input type=password></form><p>Log in.") }
            if request.path.hasSuffix(".png") {
                return Answer(200, body: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(request.path.utf8))
            }
            let text = (1...8).map {
                "<p>On page \(request.path), line \($0): the kestrel hovered, and all kept still.</p>"
            }
            let figures = (0..<pictures).map { "<p><img src=\"\(request.path)-\($0).png\" width=400 height=300></p>" }
            let article = (text + figures).joined()
            return Answer(200, body: "<title>x</title><nav>Menu</nav><article>\(article)</article>")
        }
        let items = names.map { [server] name in
            SampleFeed.Item(
                title: "Story \(name)",
                body: pictures > 0 ? "A teaser.<img src=\"\(server.url("/\(name).png"))\">" : "A teaser.",
                link: server.url("/\(name)"))
        }
        try Data(SampleFeed(title: "Birds", items: items).rss.utf8)
            .write(to: URL(fileURLWithPath: home.path + "/feed.xml"))
        try home.write(urls: ["file://\(home.path)/feed.xml"])
    }
}
