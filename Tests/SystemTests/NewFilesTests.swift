import TestSupport
import Testing

@testable import System

@Suite struct NewFilesTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    @Test func `new files appear together`() throws {
        let files = try made("data/a", "data/b")
        #expect(try contents == [:])
        try files.putInPlace()
        #expect(try contents == ["a": "new", "b": "new"])
    }

    @Test func `no new file appears if another program has created one of them`() throws {
        let files = try made("data/a", "data/b")
        try folder.write("theirs", to: "data/b")
        let failure = #expect(throws: FileFailure.self) { try files.putInPlace() }
        #expect(failure?.reason == "another program has just created it")
        files.discard()
        #expect(try contents == ["b": "theirs"])
        #expect(try folder.names(in: "data") == ["b"])
    }

    @Test func `withdrawing keeps a new file that another program has written since`() throws {
        let files = try made("data/a", "data/b")
        try files.putInPlace()
        try folder.write("theirs", to: "data/b")
        try files.withdraw()
        #expect(try contents == ["b": "theirs"])
    }

    private func made(_ names: String...) throws -> NewFiles {
        try NewFiles(names.map { (folder.path($0), Array("new".utf8)) })
    }

    /// The contents of all files except drafts.
    private var contents: [String: String] {
        get throws {
            var contents: [String: String] = [:]
            for name in try folder.names(in: "data") where !name.hasSuffix(".new") {
                contents[name] = try folder.text(of: "data/\(name)")
            }
            return contents
        }
    }
}
