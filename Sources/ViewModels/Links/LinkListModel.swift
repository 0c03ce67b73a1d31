import Library
package import Signals
package import Typesetting

/// The links of an article and the files that belong to it, to choose from.
@MainActor package final class LinkListModel {
    package let links = MutableProperty<[NumberedLink]>([])
    package let cursor = MutableProperty(ListCursor())
    /// The item that they are links of.
    private(set) var item: Item?
    private var factsOfFiles: [String: String] = [:]

    package init() {}

    package var selected: NumberedLink? {
        let row = cursor.value.row
        return links.value.indices.contains(row) ? links.value[row] : nil
    }

    /// What is known of the file that a link leads to; nothing where it is a page.
    package func facts(of link: NumberedLink) -> String { factsOfFiles[link.address] ?? "" }

    func show(_ links: [NumberedLink], of item: Item, factsOfFiles: [String: String]) {
        self.item = item
        self.factsOfFiles = factsOfFiles
        self.links.value = links
        cursor.value.count = links.count
        cursor.value.move(to: 0)
    }

    func choose(_ number: Int) { cursor.value.move(to: number - 1) }
}
