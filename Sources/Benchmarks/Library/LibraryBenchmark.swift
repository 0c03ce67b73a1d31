/// What the library does at 10,000, 100,000 and a million items, beside bare SQLite.
struct LibraryBenchmark {
    static let sizes = [10_000, 100_000, 1_000_000]

    func run() throws {
        for size in Self.sizes {
            let library = try GeneratedLibrary.ofSize(size)
            print("library of \(size) items in \(GeneratedArticles.feeds) feeds, \(library.megabytes) MB")
        }
    }
}
