import Foundation
import TestSupport
import Testing

@testable import Commands

/// Steps of the journal that would write a command into the urls file.
@Suite struct `Undoing the removal of a command` {
    private let home: Home
    private let command = "exec:date -u"
    private let web = "https://a.invalid/"

    /// The user has removed both feeds, the web feed first.
    init() async throws {
        home = try Home()
        try home.write(urls: [web, "\"\(command)\"", "https://b.invalid/"])
        for url in [web, command] { _ = try await home.run("remove", url) }
    }

    private func urls(_ home: Home) throws -> [String] {
        try String(contentsOfFile: home.config + "/urls", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func `removing a command's feed can be undone where it was done`() async throws {
        #expect(try await home.run("undo").status == 0)
        #expect(try urls(home) == ["\"\(command)\"", "https://b.invalid/"])
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.run("redo").status == 0)
        #expect(try urls(home) == ["\"\(command)\"", "https://b.invalid/"])
    }

    @Test func `undo in a copied library refuses to bring back a command, and older steps still work`() async throws {
        let other = try Home()
        try other.write(urls: ["https://b.invalid/"])
        try FileManager.default.createDirectory(atPath: other.data, withIntermediateDirectories: true)
        for file in try FileManager.default.contentsOfDirectory(atPath: home.data) where file.hasPrefix("library.db") {
            try FileManager.default.copyItem(atPath: "\(home.data)/\(file)", toPath: "\(other.data)/\(file)")
        }
        try await expectRefusal(other)
    }

    @Test func `undo refuses to bring back a command if the key is lost`() async throws {
        try FileManager.default.removeItem(atPath: home.state + "/key")
        try await expectRefusal(home)
    }

    private func expectRefusal(_ home: Home, _ location: SourceLocation = #_sourceLocation) async throws {
        let run = try await home.run("undo")
        #expect(run.status == 1, sourceLocation: location)
        #expect(
            run.errors.hasSuffix("security settings: add its line to the urls file yourself\n"),
            sourceLocation: location)
        #expect(try urls(home) == ["https://b.invalid/"], sourceLocation: location)
        #expect(try await home.run("undo").status == 0, sourceLocation: location)
        #expect(try urls(home) == [web, "https://b.invalid/"], sourceLocation: location)
    }
}
