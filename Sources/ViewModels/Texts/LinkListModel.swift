import Library
package import Signals
package import Typesetting

/// The links and attached files of an article, as a list.
@MainActor package final class LinkListModel {
    @Published package internal(set) var links: [NumberedLink] = []
    @Published package internal(set) var cursor = ListCursor()
    /// The item with these links.
    private(set) var item: Item?
    private var factsOfFiles: [String: String] = [:]

    package init() {}

    package var selected: NumberedLink? {
        let row = cursor.row
        return links.indices.contains(row) ? links[row] : nil
    }

    /// Details of an attached file; empty for other links.
    package func facts(of link: NumberedLink) -> String { factsOfFiles[link.address] ?? "" }

    func show(_ links: [NumberedLink], of item: Item, factsOfFiles: [String: String]) {
        self.item = item
        self.factsOfFiles = factsOfFiles
        self.links = links
        cursor.count = links.count
        cursor.move(to: 0)
    }

    /// Sets the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { cursor.height = height }
    }

    package func choose(_ number: Int) { cursor.move(to: number - 1) }
}
