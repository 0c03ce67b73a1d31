import Library
import Signals

/// The items that get the tag chosen next.
struct ItemsToTag: Equatable, Sendable {
    let target: MarkTarget
    let count: Int
    /// How many of the items have each tag.
    let tags: [String: Int]

    fileprivate func haveAll(_ tag: String) -> Bool { tags[tag] == count }
}

/// Adds tags to items, and removes them. Rules add tags, too.
@MainActor final class Tagging: WorkspaceUser {
    let workspace: Workspace

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Asks for a tag, showing which ones the item or the selection has.
    func chooseItemTag() {
        guard let items = itemsToTag else { return }
        do {
            let known = try library.itemTags()
            let (on, off) = (items.tags.keys.sorted(), known.filter { items.tags[$0] == nil })
            let options = on.map { Choice.Option($0, detail: items.words(for: $0)) } + off.map { Choice.Option($0) }
            let title = items.count == 1 ? "Add or remove a tag:" : "Add or remove a tag of \(items.count) items:"
            session.choose(Choice(title: title, options, orNew: "new tag")) { [weak self] in
                self?.turn(tag: $0.value, of: items)
            }
        } catch {
            troubles.send(error)
        }
    }

    /// Adds a tag to items, or removes it if all of them have it.
    func turn(tag: String, of items: ItemsToTag) { put(tag: tag, isOff: items.haveAll(tag), items) }

    /// Adds a tag to the item or the selection.
    func give(tag: String) {
        guard let items = itemsToTag else { return }
        put(tag: tag, isOff: false, items)
    }

    private func put(tag: String, isOff: Bool, _ items: ItemsToTag) {
        news.mark(items.target, isOff ? .untagged(tag) : .tagged(tag))
        self.items.endSelecting()
        article.showTags()
        let (count, undo) = (items.count, "(\(key(.undo)) to undo)")
        status = .done(
            isOff
                ? "Removed the tag “\(tag)”\(count == 1 ? "" : " from \(count) items") \(undo)"
                : "Tagged\(count == 1 ? "" : " \(count) items") “\(tag)” \(undo)")
    }

    private var itemsToTag: ItemsToTag? {
        guard let target = here.selection?.target ?? itemToChange.map({ .item($0.id) }) else {
            if here.item == nil { status = .refused("No item to tag") }
            return nil
        }
        do {
            let items = try library.items(of: target)
            return ItemsToTag(target: target, count: items.count, tags: try library.tags(of: items).mapValues(\.count))
        } catch {
            troubles.send(error)
            return nil
        }
    }
}

extension ItemsToTag {
    /// Whether the items have a tag, for the end of its row.
    fileprivate func words(for tag: String) -> String {
        haveAll(tag) ? count == 1 ? "on this item" : "on all" : "on \(tags[tag] ?? 0) of \(count)"
    }
}
