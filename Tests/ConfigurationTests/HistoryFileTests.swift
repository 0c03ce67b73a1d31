import Configuration
import Foundation
import TestSupport
import Testing

@Suite struct `A history file` {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("state/history.command")
    }

    @Test func `has each line once, the latest last, and no more than are wanted`() throws {
        let file = HistoryFile(path: path)
        for text in ["one", "two", "three", "one", "a\nb"] { try file.add(text, keeping: 3) }
        #expect(file.read() == ["three", "one", "a b"])
    }

    @Test func `is nobody else's to read`() throws {
        try HistoryFile(path: path).add("one", keeping: 3)
        #expect(try folder.mode(of: "state/history.command") == 0o600)
    }

    @Test func `that isn't there, or is no text, is no trouble`() throws {
        #expect(HistoryFile(path: path).read().isEmpty)
        try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: true)
        try Data([0xFF, 0x0A, 0x61]).write(to: URL(fileURLWithPath: path))
        #expect(HistoryFile(path: path).read() == ["\u{FFFD}", "a"])
    }
}
