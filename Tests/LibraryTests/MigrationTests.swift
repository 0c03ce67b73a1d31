import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

/// Libraries written by older versions of lede.
@Suite struct MigrationTests {
    private let home: Home
    private let path: String

    init() throws {
        home = try Home()
        path = home.path + "/library.db"
        // lede of 28 November 2026 made it, before its migrations became one schema.
        let fixture = ProjectFile.url("Tests/LibraryTests/Fixtures/library-15.db")
        try Data(contentsOf: fixture).write(to: URL(filePath: path))
    }

    @Test func `a library of version 15 opens as it is`() throws {
        let library = try #require(Library(reading: path))
        #expect(try library.feeds().prefix(3).map(\.name) == ["My First", "Second Feed", "One"])
        #expect(try library.feeds().map(\.tags)[0] == ["first", "two words"])
        #expect(try library.feeds().map { [$0.unread, $0.total] } == [[3, 5], [4, 4], [0, 2], [0, 0]])
        let items = try library.items(unreadOnly: false, limit: 100)
        #expect(items.count == 9)
        #expect(items.filter(\.isRead).map(\.title) == ["One item 1", "One item 2"])
        #expect(items.filter(\.isStarred).map(\.title) == ["Two item 1", "One item 2"])
        #expect(try library.itemTags() == ["blue"])
        #expect(try library.article(items[0].id)?.html.contains("<p>") == true)
        let steps = try library.journal(limit: 10)
        #expect(steps.map(\.action.kind) == ["read", "rename", "delete", "tag", "star", "read"])
        #expect(steps.map(\.items.count) == [4, 0, 1, 1, 3, 4])
        #expect(steps.map(\.isUndone) == [true, false, false, false, false, false])
    }

    @Test func `a library of version 15 can be written to, and its undone step redone`() throws {
        let library = try Library(path: path)
        #expect(library.salvage == nil)
        #expect(try library.check() == [])
        library.redo { _ in }
        library.drain()
        #expect(try library.counts(of: .all).unread == 3)
        library.undo { _ in }
        library.mark(.item(try library.items(unreadOnly: false, limit: 1)[0].id), .tagged("green"))
        library.drain()
        #expect(try library.counts(of: .all).unread == 7)
        #expect(try library.itemTags() == ["blue", "green"])
        #expect(try library.check() == [])
    }

    @Test func `a new library has the same schema as one of version 15`() throws {
        let new = home.path + "/new.db"
        try Library(path: new).settle()
        let schemas = try [path, new].map { path in
            try SchemaListing(of: Database(path: path, access: .readOnly, options: .library)).digests
        }
        #expect(schemas.map(\.own) == Array(repeating: SchemaListing.newest.own, count: 2))
    }
}
