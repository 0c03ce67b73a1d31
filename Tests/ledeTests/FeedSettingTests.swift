import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Settings of one feed` {
    @Test func `the reader warns at its start and in the details about a feed without a certificate check`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try Reader.launch(feeds: [server.url("/a"), "#: verify no"], size: (120, 24))
        try reader.waitForScreen { $0.line(23).contains("“\(server.url("/a"))” could come from anyone: “verify no”") }
        try reader.press("E")
        try reader.waitForScreen { $0.line(0).contains("failures") && $0.contains("/a” could come from anyone") }
        try reader.press("q", "I")
        try reader.waitForScreen(showing: "lede doesn't check this server's certificate")
    }
}
