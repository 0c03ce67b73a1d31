import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct Starting {
    private let late = ["libcurl", "libxml2"]

    @Test func `starting loads no library that only a refresh needs`() throws {
        let home = try Home()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Hello")]).rss],
            environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": home.path + "/loaded"], home: home)
        try reader.waitForScreen(showing: "0 unread")
        #expect(try late.filter(reader.hasLoaded).isEmpty)
        try reader.press("R")
        try reader.waitForScreen(showing: "1 new in 1 feed")
        #expect(try late.filter(reader.hasLoaded) == late)
    }

    @Test func `without libcurl the reader works, and says why it can't fetch`() throws {
        let home = try Home()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News").rss, SampleFeed(title: "More").rss],
            environment: breaking("libcurl.so.4", in: home), home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "Nothing new · 2 failed (E)")
        try reader.press("E")
        try reader.waitForScreen {
            $0.line(0).contains("failures") && $0.contains("Can't load libcurl, which fetches feeds: ")
        }
        try reader.press(.escape)
        try reader.waitForScreen(showing: "2 failed (E)")
        #expect(try reader.quit() == .status(0))
    }

    @Test func `without libxml2, commands say why they can't read feeds`() throws {
        let home = try Home()
        let environment = try breaking("libxml2.so.2", "libxml2.so.16", in: home)
        let feed = try Lede.run(
            "parse", "-", home: home, input: SampleFeed(title: "News").rss, environment: environment)
        #expect(feed.status == 1)
        #expect(feed.errors.hasPrefix("lede: -: can't load libxml2, which reads feeds: "))
        let list = home.path + "/list.opml"
        try "<opml/>".write(toFile: list, atomically: true, encoding: .utf8)
        let run = try Lede.run("import", "opml", list, home: home, environment: environment)
        #expect(run.status == 1)
        #expect(run.errors.contains("can't load libxml2, which reads OPML: "))
    }

    @Test(arguments: [(["unread"], "2\n"), (["items"], "One"), (["feeds"], "News"), (["--version"], "lede ")])
    func `frequent commands need neither libcurl nor libxml2`(words: [String], answer: String) throws {
        let home = try Home()
        let news = SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss
        let server = try LoopbackServer { _ in Answer(200, body: news) }
        try home.write(urls: [server.url("/feed")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let environment = try breaking("libcurl.so.4", "libxml2.so.2", "libxml2.so.16", in: home)
        let run = try Lede.run(words, home: home, environment: environment)
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains(answer), "\(run)")
    }

    /// The environment of a program that finds invalid files instead of these libraries.
    private func breaking(_ libraries: String..., in home: Home) throws -> [String: String] {
        for library in libraries { try Data().write(to: URL(filePath: home.path + "/" + library)) }
        return ["LD_LIBRARY_PATH": home.path]
    }
}

extension Reader {
    fileprivate func hasLoaded(_ library: String) throws -> Bool {
        // What the loader reports (ld.so(8)): only root may look at the memory of lede.
        let report = try Data(contentsOf: URL(filePath: "\(home.path)/loaded.\(processIdentifier)"))
        return String(decoding: report, as: UTF8.self).contains("file=\(library).so")
    }
}
