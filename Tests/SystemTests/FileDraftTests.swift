import Foundation
import Glibc
import TestSupport
import Testing

@testable import System

@Suite struct DraftTests {
    private let folder: Folder
    private let target: String

    init() throws {
        folder = try Folder()
        target = folder.path("data/file")
    }

    @Test func `only the user may read a new draft, and the file it becomes`() throws {
        let draft = FileDraft(for: target)
        try draft.make()
        #expect(try mode(of: draft.path) == 0o600)
        try draft.make(with: [1])
        try draft.putInPlace()
        #expect(try folder.mode(of: "data/file") == 0o600)
        #expect(try folder.names(in: "data") == ["file"])
    }

    @Test(arguments: [0o644, 0o640, 0o400]) func `a file keeps its mode when a draft takes its place`(mode: Int) throws
    {
        try folder.write("old", to: "data/file", mode: mode)
        try PrivateFiles.write(Array("new".utf8), to: target)
        #expect(try folder.mode(of: "data/file") == mode)
        #expect(try folder.text(of: "data/file") == "new")
    }

    @Test func `the old file stays until the draft takes its place`() throws {
        try folder.write("old", to: "data/file")
        let draft = FileDraft(for: target)
        try draft.make(with: Array("new".utf8))
        #expect(try folder.text(of: "data/file") == "old")
        draft.discard()
        #expect(try folder.names(in: "data") == ["file"])
    }

    @Test func `a draft replaces one that a kill left, with the files beside it`() throws {
        try folder.write("half", to: "data/draft")
        try folder.write("log", to: "data/draft-wal")
        let draft = FileDraft(at: folder.path("data/draft"), for: target, companions: ["-wal"])
        try draft.make()
        #expect(try folder.names(in: "data") == ["draft"])
        #expect(try folder.text(of: "data/draft") == "")
    }

    @Test func `a draft replaces a link that somebody left in its place, and not what it leads to`() throws {
        try folder.write("other", to: "data/other")
        let draft = FileDraft(at: folder.path("data/draft"), for: target)
        #expect(symlink(folder.path("data/other"), draft.path) == 0)
        try draft.make(with: Array("new".utf8))
        try draft.putInPlace()
        #expect(try folder.text(of: "data/other") == "other")
        #expect(try folder.text(of: "data/file") == "new")
    }

    @Test func `a failure names the file that is in the draft's way`() throws {
        try PrivateFiles.makeDirectory(folder.path("data/draft"))
        let draft = FileDraft(at: folder.path("data/draft"), for: target)
        let failure = #expect(throws: FileFailure.self) { try draft.make() }
        #expect(failure?.description == "\(draft.path): File exists")
    }

    @Test func `a failure names the file as the user knows it`() {
        let draft = FileDraft(at: folder.path("none/draft"), for: folder.path("none/file"), named: "my file")
        let failure = #expect(throws: FileFailure.self) { try draft.make(with: [1]) }
        #expect(failure?.description == "my file: No such file or directory")
    }

    @Test func `lede removes only the drafts of dead processes`() throws {
        // The kernel gives this number to no process.
        for name in ["file.4999999.new", "file.\(getpid()).new", "file.mine.new", "other.4999999.new"] {
            try folder.write("", to: "data/\(name)")
        }
        FileDraft.discardLeft(beside: target)
        #expect(
            try folder.names(in: "data").sorted()
                == ["file.\(getpid()).new", "file.mine.new", "other.4999999.new"].sorted())
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

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
