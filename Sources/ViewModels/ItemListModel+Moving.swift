package import Library
import Signals

// To items that are looked for, loaded or not.
extension ItemListModel {
    /// Goes to the next unread item behind the cursor, or the one before it, and says whether there is one.
    func goToUnread(by step: Int) -> Bool {
        let (rows, row) = (items.value, cursor.value.row)
        let loaded =
            step > 0
            ? rows.indices.dropFirst(row + 1).first { !rows[$0].isRead }
            : rows.indices.prefix(row).last { !rows[$0].isRead }
        if let loaded {
            move { $0.move(to: loaded) }
            return true
        }
        guard let edge = step > 0 ? rows.last : rows.first, let item = unread(nextTo: edge, forward: step > 0) else {
            return false
        }
        choose(item.id)
        return true
    }

    /// Goes to the first unread item of the list, and says whether there is one but that which the cursor is on.
    func goToFirstUnread() -> Bool {
        guard let item = unread(limit: 1).first, item.id != selected?.id else { return false }
        choose(item.id)
        return true
    }

    /// Goes to an item where the list has it, and says whether it does.
    func goTo(_ item: Item) -> Bool {
        if let row = loaded.row(of: item.id) {
            if row != cursor.value.row { move { $0.move(to: row) } }
            return true
        }
        guard let rows else { return false }
        do {
            guard try rows.holds(item, in: library) else { return false }
        } catch {
            troubles.send(error)
            return false
        }
        loadAround(item)
        return true
    }

    /// The number of an item's row in the whole list, the first being 1; nil where it is not loaded.
    package func number(of item: ItemID) -> Int? {
        if selected?.id == item { return offset.value + cursor.value.row + 1 }
        return loaded.row(of: item).map { offset.value + $0 + 1 }
    }

    /// Goes to the next item whose title has these words, and begins anew behind the last that is loaded.
    func goToTitle(_ words: String) -> Bool {
        let (rows, words) = (items.value, words.lowercased())
        let next = cursor.value.row + 1
        let found = (Array(rows.indices.dropFirst(next)) + rows.indices.prefix(next)).first {
            rows[$0].displayTitle.lowercased().contains(words)
        }
        if let found { move { $0.move(to: found) } }
        return found != nil
    }
}
