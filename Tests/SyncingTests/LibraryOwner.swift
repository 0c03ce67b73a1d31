import Library

/// Somebody with a library, whose items the tests call by their titles.
protocol LibraryOwner {
    var library: Library { get }
}

extension LibraryOwner {
    func items() throws -> [Item] {
        try library.items(of: library.listing(.all, unreadOnly: false, order: .newest), limit: 100_000)
    }

    func item(_ title: String) throws -> Item? { try items().first { $0.title == title } }

    func mark(_ titles: String..., as mark: Mark) throws {
        let items = try items().filter { titles.contains($0.title) }
        library.mark(.items(ItemSet(items.map(\.id))), mark)
        library.drain()
    }
}
