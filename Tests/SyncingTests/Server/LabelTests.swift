import SQLite
import TestSupport
import Testing

@testable import Library
@testable import Syncing

@Suite struct LabelTests {
    private let encounter: Encounter

    init() throws {
        var shelf = ServerShelf(folders: ["News", "Other"], items: 3)
        shelf.labels = ["Läter & more/now"]
        shelf.items[1].labels = shelf.labels
        encounter = try Encounter(shelf)
        try encounter.sync()
    }

    private func tags(_ title: String) throws -> Set<String> {
        guard let item = try encounter.item(title) else { return ["no such item"] }
        return try encounter.library.tags(of: [item])[item.id] ?? []
    }

    private func sync() throws -> SyncCounts? {
        encounter.pass(10)
        return try encounter.sync().counts
    }

    /// Checks that every item has the same labels on both sides, and that nothing more is to be done.
    private func expectAgreement() throws {
        for item in encounter.double.shelf.items {
            let tags = try tags(item.title)
            #expect(tags == item.labels, "\(item.title)")
        }
        #expect(try encounter.account.isInAgreement)
        let counts = try sync()
        #expect(counts?.sent == 0 && counts?.taken == 0)
        #expect(try encounter.library.check() == [])
    }

    @Test func `labels of the server are tags here, and go both ways`() throws {
        #expect(try tags("Item 2") == ["Läter & more/now"])
        #expect(try tags("Item 1") == [])
        try encounter.mark("Item 1", "Item 4", as: .tagged("Läter & more/now"))
        try encounter.mark("Item 5", as: .tagged("neu"))
        try encounter.mark("Item 2", as: .untagged("Läter & more/now"))
        encounter.double.change { $0.labels.insert("Phone") }
        encounter.changeOnServer("Item 6") { $0.labels = ["Phone"] }
        #expect(try encounter.account.unsentMarks == 4)
        let counts = try sync()
        #expect(counts?.sent == 4 && counts?.taken == 1, "\(String(describing: counts))")
        #expect(encounter.onServer("Item 1")?.labels == ["Läter & more/now"])
        #expect(encounter.onServer("Item 2")?.labels == [])
        #expect(encounter.onServer("Item 5")?.labels == ["neu"])
        #expect(try tags("Item 6") == ["Phone"])
        try expectAgreement()
    }

    @Test func `labels of a new item come with it, also where it is old and read`() throws {
        encounter.double.change { shelf in
            shelf.now = 1_000_000_000
            shelf.addItem(to: 1, title: "Old")
            shelf.labels.insert("x")
            shelf.change(shelf.items.last?.id ?? 0) { ($0.isRead, $0.labels) = (true, ["x", "Läter & more/now"]) }
        }
        #expect(try sync()?.newItems == 1)
        #expect(try tags("Old") == ["x", "Läter & more/now"])
        try expectAgreement()
    }

    @Test func `a label that is renamed or deleted on the server is so here`() throws {
        encounter.changeOnServer("Item 3") { $0.labels = ["Läter & more/now"] }
        _ = try sync()
        encounter.double.change { $0.labels = ["b"] }
        encounter.changeOnServer("Item 2") { $0.labels = ["b"] }
        encounter.changeOnServer("Item 3") { $0.labels = [] }
        #expect(try sync()?.taken == 3)
        #expect(try tags("Item 2") == ["b"])
        #expect(try tags("Item 3") == [])
        try expectAgreement()
    }

    @Test func `the sync's own undo takes labels back, on the server too`() throws {
        encounter.changeOnServer("Item 3") { $0.labels = ["Läter & more/now"] }
        encounter.changeOnServer("Item 2") { $0.labels = [] }
        _ = try sync()
        #expect(try tags("Item 3") == ["Läter & more/now"])
        encounter.library.undoSync { _ in }
        encounter.library.drain()
        #expect(try tags("Item 3") == [])
        #expect(try tags("Item 2") == ["Läter & more/now"])
        _ = try sync()
        #expect(encounter.onServer("Item 3")?.labels == [])
        #expect(encounter.onServer("Item 2")?.labels == ["Läter & more/now"])
        try expectAgreement()
    }

    @Test func `undoing a tag that was sent takes the label back`() throws {
        try encounter.mark("Item 3", as: .tagged("x"))
        _ = try sync()
        #expect(encounter.onServer("Item 3")?.labels == ["x"])
        encounter.library.undo { _ in }
        encounter.library.drain()
        _ = try sync()
        #expect(encounter.onServer("Item 3")?.labels == [])
        try expectAgreement()
    }

    @Test func `a tag that is called like a folder stays here, and is sent when the folder is gone`() throws {
        try encounter.mark("Item 1", as: .tagged("News"))
        #expect(try encounter.account.isInAgreement)
        _ = try sync()
        _ = try sync()
        #expect(try tags("Item 1") == ["News"])
        #expect(encounter.onServer("Item 1")?.labels == [])
        encounter.double.change { $0.feeds[0].folder = "World" }
        _ = try sync()
        _ = try sync()
        #expect(encounter.onServer("Item 1")?.labels == ["News"])
        try expectAgreement()
    }

    @Test func `a label whose name a folder gets stays here as a tag`() throws {
        encounter.double.change { shelf in
            shelf.labels = []
            shelf.emptyFolders = ["Läter & more/now"]
        }
        encounter.changeOnServer("Item 2") { $0.labels = [] }
        _ = try sync()
        #expect(try tags("Item 2") == ["Läter & more/now"])
        #expect(try encounter.account.isInAgreement)
    }

    @Test(arguments: [true, false])
    func `a broken list of names or items takes no tag away`(isOfNames: Bool) throws {
        encounter.pass(1000)
        let path = isOfNames ? "tag/list" : "stream/items/ids"
        let empty: ServerTrouble = .pretence(for: path) { shelf in
            shelf.labels = []
            for index in shelf.items.indices { shelf.items[index].labels = [] }
        }
        encounter.double.addTrouble(empty, times: 3)
        #expect(try encounter.sync().isDone)
        #expect(try tags("Item 2") == ["Läter & more/now"])
        encounter.double.addTrouble(.refusal(of: "tag/list", Answer(200, body: #"{"tags":[]}"#)))
        encounter.pass(1000)
        #expect(try encounter.sync().isDone)
        #expect(try tags("Item 2") == ["Läter & more/now"])
        encounter.double.endTroubles()
        try expectAgreement()
    }

    @Test func `what both sides did at once is kept, and the user's last word of one label counts`() throws {
        try encounter.mark("Item 2", as: .tagged("here"))
        encounter.double.change { $0.labels.insert("there") }
        encounter.changeOnServer("Item 2") { $0.labels = ["there"] }
        _ = try sync()
        #expect(try tags("Item 2") == ["here", "there"])
        try expectAgreement()
    }

    @Test func `tags from before labels meet those of the server, and none is lost`() throws {
        try encounter.mark("Item 2", "Item 3", as: .tagged("mine"))
        // As a library of an older lede.
        try encounter.library.forgetLabels()
        encounter.pass(1000)
        try encounter.sync()
        #expect(try tags("Item 2") == ["mine", "Läter & more/now"])
        #expect(encounter.onServer("Item 2")?.labels == ["mine", "Läter & more/now"])
        #expect(encounter.onServer("Item 3")?.labels == ["mine"])
        try expectAgreement()
    }
}

extension Library {
    fileprivate func forgetLabels() throws {
        try write { database in
            try database.execute("DELETE FROM server_labels; DELETE FROM server_names; DELETE FROM server_touches")
            return ((), [])
        }
    }
}
