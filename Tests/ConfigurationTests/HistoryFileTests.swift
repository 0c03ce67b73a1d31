import Configuration
import Foundation
import TestSupport
import Testing

@Suite struct `The history of a prompt` {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("state/history.command")
    }

    @Test func `a history has each line once, the latest last, up to its limit`() throws {
        let file = HistoryFile(path: path)
        for text in ["one", "two", "three", "one", "a\nb"] { try file.add(text, keeping: 3) }
        #expect(file.read() == ["three", "one", "a b"])
    }

    @Test func `only the user can read a history`() throws {
        try HistoryFile(path: path).add("one", keeping: 3)
        #expect(try folder.mode(of: "state/history.command") == 0o600)
    }

    @Test func `a missing or damaged history is no problem`() throws {
        #expect(HistoryFile(path: path).read().isEmpty)
        try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: true)
        try Data([0xFF, 0x0A, 0x61]).write(to: URL(fileURLWithPath: path))
        #expect(HistoryFile(path: path).read() == ["\u{FFFD}", "a"])
    }
}
