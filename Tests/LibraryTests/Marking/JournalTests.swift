import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct JournalTests {
    private let shelf: Shelf
    private let library: Library

    init() throws {
        shelf = try Shelf(feeds: 3)
        library = shelf.library
        for feed in 1...3 {
            try shelf.store((0..<20).map { ParsedItem("\(feed).\($0)", hoursAgo: Double($0)) }, in: feed)
        }
    }

    private func undo(in library: Library? = nil) -> StepOutcome? {
        let outcomes = Record<StepOutcome?>()
        (library ?? self.library).undo { outcomes.add($0) }
        (library ?? self.library).drain()
        return outcomes.entries[0]
    }

    private func redo(in library: Library? = nil) -> StepOutcome? {
        let outcomes = Record<StepOutcome?>()
        (library ?? self.library).redo { outcomes.add($0) }
        (library ?? self.library).drain()
        return outcomes.entries[0]
    }

    /// Everything that marks can change, with the counts.
    private func state() throws -> [[Int64]] {
        try Database(path: shelf.path, access: .readOnly).allStates()
    }

    /// Expects the stored counts to equal the counted ones.
    private func expectTrueCounts(_ location: SourceLocation = #_sourceLocation) throws {
        let database = try Database(path: shelf.path, access: .readOnly)
        let differing = try database.all(
            """
            SELECT id FROM feeds WHERE (unread, total) <>
                (SELECT coalesce(sum(is_read = 0), 0), count(*) FROM states WHERE feed = id AND is_deleted = 0)
            """
        ) { $0.integer(0) }
        #expect(differing == [], sourceLocation: location)
        let areTrue = try database.first(
            """
            SELECT (items, unread, starred) = (SELECT count(*), coalesce(sum(is_read = 0), 0), coalesce(sum(is_starred), 0)
                FROM states WHERE is_listed = 1) FROM totals
            """
        ) { $0.bool(0) }
        #expect(areTrue == true, sourceLocation: location)
    }

    private static let marks: [Mark] = [
        .read, .unread, .starred, .unstarred, .deleted, .tagged("later"), .untagged("later")
    ]

    @Test(arguments: marks)
    func `every mark can be undone and redone any number of times`(mark: Mark) throws {
        let items = try shelf.items(in: 2).map(\.id)
        library.mark(.items(ItemSet(items.prefix(5))), .read)
        library.mark(.items(ItemSet(items.prefix(6))), .starred)
        library.mark(.items(ItemSet(items.prefix(7))), .tagged("later"))
        library.drain()
        let before = try state()
        library.mark(.listing(try library.listing(.all)), mark)
        library.drain()
        let after = try state()
        #expect(before != after)
        try expectTrueCounts()
        for _ in 1...2 {
            let undone = try #require(undo())
            #expect(undone.action == .marked(mark) && undone.count > 0 && undone.skipped == 0)
            #expect(try state() == before)
            try expectTrueCounts()
            #expect(redo()?.count == undone.count)
            #expect(try state() == after)
            try expectTrueCounts()
        }
    }

    @Test func `many steps can be undone one by one, even after a restart`() throws {
        var states = [try state()]
        for number in 0..<10 {
            library.mark(.item(try shelf.items(in: 1)[number].id), number.isMultiple(of: 2) ? .read : .starred)
            library.drain()
            states.append(try state())
        }
        let again = try Library(path: shelf.path)
        for state in states.reversed().dropFirst() {
            #expect(undo(in: again)?.count == 1)
            #expect(try self.state() == state)
        }
        #expect(undo(in: again) == nil)
        for state in states.dropFirst() {
            #expect(redo()?.count == 1)
            #expect(try self.state() == state)
        }
        #expect(redo() == nil)
    }

    @Test func `a new change replaces the undone ones`() throws {
        let items = try shelf.items().map(\.id)
        library.mark(.item(items[0]), .read)
        library.mark(.item(items[1]), .read)
        #expect(undo()?.count == 1)
        library.mark(.item(items[2]), .read)
        #expect(redo() == nil)
        #expect(try library.journal(limit: 10).map(\.items) == [[items[2]], [items[0]]])
    }

    @Test func `a mark without effect is no step, and keeps redo possible`() throws {
        let item = try shelf.items()[0].id
        library.mark(.item(item), .read)
        library.mark(.item(item), .read)
        library.drain()
        #expect(try library.journal(limit: 10).count == 1)
        _ = undo()
        library.mark(.item(item), .unread)
        #expect(redo()?.count == 1)
    }

    @Test func `an item marked back and forth is undone step by step`() throws {
        let item = try shelf.items()[0].id
        let marks: [Mark] = [.read, .unread, .read, .unread, .starred, .unstarred, .starred, .unstarred]
        var states = [try state()]
        for mark in marks {
            library.mark(.item(item), mark)
            library.drain()
            states.append(try state())
        }
        for _ in 1...2 {
            for state in states.reversed().dropFirst() {
                #expect(undo()?.count == 1)
                #expect(try self.state() == state)
            }
            for state in states.dropFirst() {
                #expect(redo()?.count == 1)
                #expect(try self.state() == state)
            }
        }
    }

    @Test func `a duplicate that arrived read becomes unread when the read mark is undone`() throws {
        let story = ParsedItem(id: "s", title: "Told by all", link: "https://example.org/told", content: "text")
        try shelf.store([story], in: 1)
        try shelf.mark("Told by all")
        try shelf.store([story], in: 2)
        #expect(try shelf.items(in: 2).count { $0.isRead } == 1)
        #expect(undo()?.count == 2)
        #expect(try shelf.items(in: 2).count { $0.isRead } == 0)
        #expect(redo()?.count == 2)
        try expectTrueCounts()
    }

    @Test func `a duplicate that arrived read is undone with the first mark, even after more marks`()
        throws
    {
        let story = ParsedItem(id: "s", title: "Told by all", link: "https://example.org/told", content: "text")
        try shelf.store([story], in: 1)
        try shelf.mark("Told by all")
        try shelf.store([story], in: 2)
        try shelf.mark("Told by all", read: false)
        try shelf.mark("Told by all")
        for _ in 1...3 { #expect(undo()?.count == 2) }
        #expect(try shelf.unreadTitles().count { $0 == "Told by all" } == 1)
        #expect(try shelf.items(in: 2).count { $0.isRead } == 0)
        for _ in 1...2 { #expect(redo()?.count == 2) }
        try shelf.store([story], in: 3)
        #expect(try shelf.items(in: 3).count { $0.isRead } == 0)
        try expectTrueCounts()
    }

    @Test func `a duplicate that arrived read is undone even if duplicates are no longer merged`()
        throws
    {
        let story = ParsedItem(id: "s", title: "Told by all", link: "https://example.org/told", content: "text")
        try shelf.store([story], in: 1)
        try shelf.mark("Told by all")
        try shelf.store([story], in: 2)
        try library.setFoldsCopies(false)
        #expect(undo()?.count == 2)
        #expect(try shelf.items(in: 2).count { $0.isRead } == 0)
        #expect(redo()?.count == 2)
        try expectTrueCounts()
    }

    @Test func `redoing a deletion also deletes a duplicate that came meanwhile`() throws {
        let story = ParsedItem(id: "s", title: "Told by all", link: "https://example.org/told", content: "text")
        try shelf.store([story], in: 1)
        library.mark(.item(try #require(shelf.items().first { $0.title == story.title }).id), .deleted)
        _ = undo()
        try shelf.store([story], in: 2)
        #expect(redo()?.count == 2)
        #expect(try library.check() == [])
        #expect(try !shelf.unreadTitles().contains("Told by all"))
    }

    @Test func `undo keeps later changes, and reports how many`() throws {
        let items = try shelf.items().map(\.id)
        library.mark(.listing(try library.listing(.feed(shelf.feed().id))), .read)
        library.mark(.items([items[0], items[1]]), .unread)
        library.drain()
        // As if the library had lost that step.
        let database = try Database(path: shelf.path, access: .readWrite)
        try database.run("DELETE FROM journal WHERE id > 1")
        let undone = try #require(undo())
        #expect((undone.count, undone.skipped) == (18, 2))
        #expect(undone.words == "mark 18 items read (kept 2 changed since then)")
        #expect(try shelf.items().filter(\.isRead) == [])
        let redone = try #require(redo())
        #expect((redone.count, redone.skipped) == (18, 0))
        try expectTrueCounts()
    }

    @Test func `articles opened one after the other are one step, until another change`() throws {
        let items = try shelf.items().map(\.id)
        for item in items.prefix(4) { library.markOpened(item) }
        library.mark(.item(items[9]), .starred)
        for item in items.prefix(6) { library.markOpened(item) }
        library.drain()
        #expect(try library.journal(limit: 10).map(\.items.count) == [2, 1, 4])
        #expect(undo()?.words == "mark 2 items read by opening them")
        #expect(undo()?.words == "star 1 item")
        #expect(undo()?.words == "mark 4 items read by opening them")
        #expect(try shelf.items().count(where: \.isRead) == 0)
    }

    @Test func `a step that changed one item has its title`() throws {
        let items = try shelf.items()
        library.mark(.item(items[0].id), .deleted)
        library.mark(.items(ItemSet(items[1...2].map(\.id))), .starred)
        library.markOpened(items[3].id)
        library.drain()
        #expect(
            try library.journal(limit: 3).map(\.words) == [
                "mark “\(items[3].title)” read by opening it", "star 2 items", "delete “\(items[0].title)”"
            ])
    }

    @Test func `a step that removed one feed has its title`() throws {
        let feed = try shelf.feed(2)
        try library.rename(feed.id, to: "My feed")
        try library.unsubscribe([feed.id])
        try library.unsubscribe([try shelf.feed(1).id, try shelf.feed(3).id])
        #expect(try library.journal(limit: 2).map(\.words) == ["remove 2 feeds", "remove “My feed”"])
    }

    @Test func `two readers record opened articles in separate steps`() throws {
        let other = try Library(path: shelf.path)
        let items = try shelf.items().map(\.id)
        for (library, item) in [(library, items[0]), (other, items[1]), (other, items[2])] {
            library.markOpened(item)
            library.drain()
        }
        #expect(try library.journal(limit: 10).map(\.items) == [[items[1], items[2]], [items[0]]])
    }

    @Test func `removing a feed hides its items, and undoing that restores them`() throws {
        let before = try state()
        try library.unsubscribe([try shelf.feed(2).id, try shelf.feed(3).id])
        library.drain()
        #expect(try library.feeds().count == 1 && library.counts(of: .all) == Counts(items: 20, unread: 20))
        try expectTrueCounts()
        #expect(undo()?.words == "remove 2 feeds")
        #expect(try state() == before)
        #expect(redo()?.count == 2)
        #expect(try library.feeds().count == 1)
    }

    @Test func `a step that removes feeds keeps their lines`() throws {
        let feeds = [try shelf.feed(2).id, try shelf.feed(3).id]
        try library.unsubscribe(feeds, keeping: ["a\nb", "", "c\u{1F}d"])
        library.drain()
        #expect(try library.journal(limit: 1).map(\.action) == [.unsubscribed(feeds, said: ["a\nb", "", "c\u{1F}d"])])
    }

    @Test func `renaming a feed can be undone, unless it was renamed again elsewhere`() throws {
        let feed = try shelf.feed().id
        try library.rename(feed, to: "Mine")
        try library.rename(feed, to: "Still\nmine")
        #expect(undo()?.words == "rename a feed to “Still mine”")
        #expect(try shelf.feed().name == "Mine")
        let database = try Database(path: shelf.path, access: .readWrite)
        try database.run("UPDATE feeds SET own_title = 'Theirs'")
        #expect(undo()?.skipped == 1)
        #expect(try shelf.feed().name == "Theirs")
    }

    @Test func `a step keeps a feed's line with its name, and older steps without lines are read`() throws {
        let feed = try shelf.feed().id
        try library.rename(feed, to: "Mine", keeping: ["a ~A", "a ~Mine"])
        #expect(
            try library.journal(limit: 1).map(\.action)
                == [.renamed(feed, from: nil, to: "Mine", said: ["a ~A", "a ~Mine"])])
        #expect(
            Step.Action(kind: "rename", detail: "\(feed.rawValue)\nTheirs\n")
                == .renamed(feed, from: "Theirs", to: nil, said: []))
    }

    @Test(arguments: ["", "\u{1E}  0 ", "\u{1E}gone 0 3 https://example.org/new", "\u{1E} -5 1 a b\u{1D}\u{1C}c\n "])
    func `a step keeps everything known about a URL that a feed has left`(notes: String) throws {
        let detail = "words\u{1E}before\u{1E}\(notes)"
        let action = try #require(Step.Action(kind: "edit", detail: detail))
        #expect(action.detail == detail)
        guard case .edited(let edit) = action else {
            Issue.record("\(action)")
            return
        }
        #expect((edit.words, edit.before, edit.after) == ("words", "before", nil))
        #expect((edit.left == nil) == notes.isEmpty)
    }

    @Test(arguments: ["\u{1E}", "\u{1D}", "\u{1D}\u{1C}", "\u{1D}\u{19}\u{1E}", "\u{1E}\u{301}"])
    func `a step keeps its texts to the letter, even with what stands between them`(odd: String) {
        let texts = [odd, "x\(odd)y\(odd)", ""]
        let feed = FeedID(7)
        let move = Step.Move(feed: feed, from: [odd], to: ["a\(odd)"])
        let steps: [Step.Action] = [
            .subscribed([feed, FeedID(8)], said: texts), .unsubscribed([], said: texts),
            .imported(Step.Import(feeds: [feed], said: texts, marks: [])),
            .renamed(feed, from: odd, to: "b\(odd)", said: texts),
            .edited(Step.Edit("words \(odd)", before: odd, after: "\(odd)c")),
            .moved(Step.Moves(words: odd, renaming: FolderRenaming(from: odd, to: "d"), feeds: [move]))
        ]
        for step in steps { #expect(Step.Action(kind: step.kind, detail: step.detail) == step) }
    }

    @Test func `a mark on one duplicate applies to all, and is undone for all`() throws {
        let copies = try (1...3).map { try shelf.items(in: $0)[0].id }
        let database = try Database(path: shelf.path, access: .readWrite)
        for copy in copies { try database.run("INSERT INTO copies (item, story) VALUES (?, ?)", copy, copies[0]) }
        for copy in copies.dropFirst() {
            try database.run("UPDATE states SET is_listed = 0 WHERE item = ?", copy)
            try database.run("UPDATE totals SET items = items - 1, unread = unread - 1")
        }
        let before = try state()
        for mark in [Mark.read, .starred, .deleted] {
            library.mark(.item(copies[0]), mark)
            library.drain()
            #expect(try library.journal(limit: 1).map(\.items) == [ItemSet(copies)])
            try expectTrueCounts()
        }
        for _ in 1...3 { #expect(undo()?.count == 3) }
        #expect(try state() == before)
        try expectTrueCounts()
    }

    @Test func `the last thousand steps are kept`() throws {
        let database = try Database(path: shelf.path, access: .readWrite)
        try database.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
            INSERT INTO journal (kind, began, ended, items) SELECT 'read', i, unixepoch() * 1000, x'00' FROM n;
            INSERT INTO journal (kind, began, ended, items) VALUES ('read', 1, 1, x'00');
            """)
        library.mark(.item(try shelf.items()[0].id), .read)
        library.drain()
        let steps = try library.journal(limit: 5000)
        #expect(steps.count == 1000 && steps.first?.items.count == 1)
    }

    @Test func `an unreadable journal causes no failure`() throws {
        let database = try Database(path: shelf.path, access: .readWrite)
        try database.execute(
            """
            INSERT INTO journal (kind, detail, began, ended, items) VALUES ('dance', NULL, 9, 1, x'ffff'),
                ('rename', 'x', 1, -9223372036854775808, x''), ('read', NULL, 9223372036854775807, 1, x'01ff')
            """)
        #expect(undo() == nil && redo() == nil)
        library.mark(.item(try shelf.items()[0].id), .read)
        #expect(undo()?.count == 1)
    }
}

extension Database {
    fileprivate func allStates() throws -> [[Int64]] {
        let states = try all("SELECT item, is_read, is_starred, is_deleted, is_listed FROM states ORDER BY item") {
            row in
            [row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4)]
        }
        let tags = try all("SELECT item FROM item_tags ORDER BY item") { [$0.integer(0)] }
        return states + tags
    }
}
