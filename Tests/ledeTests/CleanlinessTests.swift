import TestSupport
import Testing

/// Characters that no terminal may get don't reach the output, whatever part of a feed contains them.
@Suite struct `A poisoned feed` {
    @Test func `a poisoned feed reaches no command's output`() throws {
        let home = try Home()
        let document = try PoisonedFeed.document()
        let server = try LoopbackServer { request in
            Answer(200, body: request.path == "/page" ? PoisonedFeed.page() : document)
        }
        try home.write(urls: [server.url("/feed"), server.url("/page")])
        let refresh = try Lede.run("refresh", home: home)
        #expect(refresh.status == 1 && refresh.errors.contains("titled"))
        #expect(SentBytes(toPipe: refresh.errorBytes).faults == [])
        for words in [["feeds"], ["items"], ["refresh", "--json"]] {
            let run = try Lede.run(words, home: home)
            #expect(run.output.utf8.count > 100)
            #expect(SentBytes(toPipe: run.outputBytes).faults == [], "\(words)")
            #expect(SentBytes(toPipe: run.errorBytes).faults == [], "\(words)")
        }
    }

    @Test func `a poisoned feed reaches no screen`() throws {
        let home = try Home()
        let reader = try Reader.launch(feeds: [PoisonedFeed.document(), PoisonedFeed.page()], home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "new in 1 feed · 1 failed (E)")
        try reader.press("E")
        try reader.waitForScreen(showing: "failures")
        try reader.press("q", .home, .enter)
        try reader.waitForScreen(showing: "row 1 of \(PoisonedFeed.itemCount)")
        for _ in 0..<PoisonedFeed.itemCount {
            try reader.press(.enter)
            try reader.waitForScreen(showing: "back")
            try reader.press(.end)
            try reader.waitForScreen(showing: "100%")
            try reader.press("q", "j")
        }
        try reader.press("Q")
        try reader.waitForExit()
        let sent = SentBytes(toTerminal: reader.output)
        #expect(sent.text.contains("pwned"))
        #expect(sent.faults == [])
        #expect(reader.screen.title.contains("– lede"))
    }
}
