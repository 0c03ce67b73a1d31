import Library
package import Signals
package import Typesetting

/// The links of an article and the files that belong to it, to choose from.
@MainActor package final class LinkListModel {
    @Published package internal(set) var links: [NumberedLink] = []
    @Published package internal(set) var cursor = ListCursor()
    /// The item that they are links of.
    private(set) var item: Item?
    private var factsOfFiles: [String: String] = [:]

    package init() {}

    package var selected: NumberedLink? {
        let row = cursor.row
        return links.indices.contains(row) ? links[row] : nil
    }

    /// What is known of the file that a link leads to; nothing where it is a page.
    package func facts(of link: NumberedLink) -> String { factsOfFiles[link.address] ?? "" }

    func show(_ links: [NumberedLink], of item: Item, factsOfFiles: [String: String]) {
        self.item = item
        self.factsOfFiles = factsOfFiles
        self.links = links
        cursor.count = links.count
        cursor.move(to: 0)
    }

    /// Takes the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { cursor.height = height }
    }

    package func choose(_ number: Int) { cursor.move(to: number - 1) }
}
