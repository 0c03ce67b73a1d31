import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `A password in a URL` {
    @Test func `a password in a URL is on no screen, except to change the URL`() throws {
        let server = try LoopbackServer { request in
            if request.headers["authorization"] == nil {
                return Answer(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
            }
            let items = [SampleFeed.Item(title: "One", body: "Text", link: "https://example.org/1")]
            return Answer(200, body: SampleFeed(title: "", items: items).rss)
        }
        let home = try Home()
        try home.write(urls: [server.url("/untitled").replacing("//", with: "//me:sesame@")])
        let reader = try Reader.launch(size: (120, 24), home: home)
        try reader.waitForScreen(showing: "/untitled")
        try reader.press("r")
        try reader.waitForScreen(showing: "1 new")
        #expect(!reader.screen.text.contains("sesame"))
        try reader.type(":show-information\r")
        try reader.waitForScreen(showing: "1 item, 1 unread")
        #expect(reader.screen.contains(server.url("/untitled")) && !reader.screen.text.contains("sesame"))
    }
}
