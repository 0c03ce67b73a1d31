import Foundation
import Pictures
import TestSupport
import Testing

@Suite(.blocking) struct `Pictures in articles` {
    private let home: Home
    private let server: LoopbackServer

    /// A feed with an article: a paragraph, a picture that is red on the left and blue on the right, and another
    /// paragraph.
    init() throws {
        home = try Home()
        let document = home.path + "/feed.xml"
        server = try LoopbackServer { request in
            switch request.path {
            case "/feed.xml": Answer(200, body: Array(FileManager.default.contents(atPath: document) ?? Data()))
            case "/flag.png": Answer(200, headers: ["Content-Type": "image/png"], body: Self.flag)
            case "/page.png": Answer(200, headers: ["Content-Type": "image/png"], body: "<p>No picture")
            default: Answer(404)
            }
        }
        let body =
            "<p>Before it.</p><img src=\"\(server.url("/flag.png"))\" alt=\"A flag\"><p>After it.</p>"
            + "<img src=\"\(server.url("/page.png"))\" alt=\"A page\"><p>The end.</p>"
        let item = SampleFeed.Item(title: "Flags", body: body, link: server.url("/flags"))
        try Data(SampleFeed(title: "Countries", items: [item]).rss.utf8)
            .write(to: URL(fileURLWithPath: document))
        try home.write(urls: [server.url("/feed.xml")])
        #expect(try Lede.run("refresh", home: home).status == 0)
    }

    /// 160 pixels wide and 96 high, which is 16 cells of 10×20 pixels and five rows of them.
    private static let flag = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAKAAAABgCAIAAAAVRe7OAAAA50lEQVR42u3RAQ0AAAzCMPyb5g5ugCYzsDRNphrbbQADBgwYMGDA\
                gAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAED\
                BgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwY\
                MGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAEDBgwYMGDAgAF/HVqXx3bb5lcdAAAAAElFTkSuQmCC
                """) ?? Data())

    private func launch() throws -> Reader {
        try Reader.launch(environment: ["COLORTERM": "truecolor"], home: home)
    }

    private func openArticle() throws -> Reader {
        let reader = try launch()
        try reader.waitForScreen(showing: "1 unread")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Flags")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "The end.")
        return reader
    }

    @Test func `a picture stands in the text, and i hides and shows it`() throws {
        let reader = try openArticle()
        let screen = try reader.waitForScreen { $0.pictureRows.count == 5 }
        let first = try #require(screen.pictureRows.first)
        #expect(screen.line(first - 2).contains("Before it."))
        #expect(screen.line(first + 5).contains("[image 1: A flag]"))
        #expect(screen.line(first + 7).contains("After it."))
        try reader.press("i")
        try reader.waitForScreen { $0.pictureRows.isEmpty && $0.contains("Pictures are hidden") }
        try reader.press("i")
        try reader.waitForScreen { $0.pictureRows.count == 5 }
    }

    @Test func `Enter shows a picture as large as the screen, and q goes back`() throws {
        let reader = try openArticle()
        try reader.waitForScreen { $0.pictureRows.count == 5 }
        try reader.press(.enter)
        try reader.waitForScreen {
            $0.pictureRows.count > 15 && $0.contains("picture 1 of 1") && $0.contains("A flag")
        }
        try reader.press("q")
        try reader.waitForScreen { $0.pictureRows.count == 5 }
    }

    @Test func `a picture that was seen is there without the network, and is fetched once`() throws {
        var reader = try openArticle()
        try reader.waitForScreen { $0.pictureRows.count == 5 }
        try reader.press("Q")
        try reader.waitForExit()
        server.stop()
        // It opens where the user left it.
        reader = try launch()
        try reader.waitForScreen { $0.pictureRows.count == 5 }
        #expect(server.hits("/flag.png") == 1)
    }

    @Test func `what is no picture stays words`() throws {
        let reader = try openArticle()
        let screen = try reader.waitForScreen { $0.pictureRows.count == 5 && server.hits("/page.png") == 1 }
        #expect(screen.contains("[image 2: A page]"))
    }

    @Test func `a picture that the text contains is shown, and kept nowhere`() throws {
        // What is shorter only takes a picture's place until it is loaded.
        let flag = Data(Self.flag).base64EncodedString() + String(repeating: " ", count: 300)
        let item = SampleFeed.Item(
            title: "Flags", body: "<p>A flag:</p><img src='data:image/png;base64,\(flag)'>The end.")
        try Data(SampleFeed(title: "Countries", items: [item]).rss.utf8)
            .write(to: URL(fileURLWithPath: home.path + "/inline.xml"))
        try home.write(urls: ["file://\(home.path)/inline.xml"])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try openArticle()
        let screen = try reader.waitForScreen { $0.pictureRows.count == 5 }
        #expect(screen.contains("[image]"))
        try reader.press(.enter)
        try reader.waitForScreen { $0.pictureRows.count > 15 }
        try reader.press("Q")
        try reader.waitForExit()
        let files = FileManager.default.enumerator(atPath: home.cache)?.compactMap { $0 as? String } ?? []
        #expect(!files.contains { $0.hasPrefix("pictures/") })
    }

    @Test func `without pictures, none is fetched`() throws {
        try home.write(config: "pictures no\n")
        let reader = try openArticle()
        try reader.press("q")
        try reader.waitForScreen { !$0.contains("The end.") }
        #expect(server.hits("/flag.png") == 0)
    }
}

extension Screen {
    /// The rows with something red and something blue behind characters, or in blocks.
    fileprivate var pictureRows: [Int] {
        cells.indices.filter { row in
            cells[row].contains { $0.shows(red: true) } && cells[row].contains { $0.shows(red: false) }
        }
    }
}

extension Screen.Cell {
    fileprivate func shows(red: Bool) -> Bool {
        [foreground, background].contains { color in
            guard case .rgb(let r, let g, let b) = color else { return false }
            return red ? r > 150 && g < 100 && b < 100 : b > 150 && g < 100 && r < 100
        }
    }
}

@Suite(.blocking, .timeLimit(.minutes(5))) struct PictureHelperTests {
    /// A red pixel.
    private static let picture =
        "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="

    @Test func `the program decodes pictures for itself, in a process of its own`() async throws {
        let decoder = PictureDecoder(command: [try BuildProducts.executable("lede")])
        let bytes = [UInt8](try #require(Data(base64Encoded: Self.picture)))
        let outcome = await withCheckedContinuation { continuation in
            decoder.decode(.bytes(bytes), fitting: PixelSize(width: 9, height: 9)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(try outcome.get().pixels.bytes == [255, 0, 0])
    }

    @Test func `as the helper the program ends at once if nobody asks it`() throws {
        let run = try Lede.run("--decode-pictures", home: Home(), input: "not a request")
        #expect(run.status == 0)
        #expect(run.output == "")
        #expect(run.errors == "")
    }
}
