import Configuration
import Files
import Library
import Spelling

/// Saves articles as text files in a folder. The files are named after the titles.
struct ArticleFiles {
    let folder: String
    let library: Library
    private(set) var saved = 0
    /// The number of files that already existed, and weren't changed.
    private(set) var left = 0
    private var names: Set<String> = []

    init(folder: String, library: Library) {
        self.folder = folder
        self.library = library
    }

    mutating func save(_ items: [Item]) throws {
        for item in items {
            guard let article = try library.article(item.id) else { continue }
            let name = ownName(for: article)
            let path = "\(folder)/\(name)"
            if PrivateFiles.isTaken(path) {
                left += 1
            } else {
                try PrivateFiles.writeOverLink(Array(article.plainText.utf8), to: path)
                saved += 1
            }
        }
    }

    /// A name that no earlier article has, even with the same title.
    private mutating func ownName(for article: Article) -> String {
        let name = article.fileName
        if names.insert(name).inserted { return name }
        var number = 2
        while !names.insert(name.numbered(number)).inserted { number += 1 }
        return name.numbered(number)
    }

    /// The result for the status line.
    var words: String {
        let articles = "Saved \(saved.counted("article")) to \(folder)"
        return left == 0 ? articles : "\(articles), skipped \(left) already there"
    }
}

extension String {
    /// The name with a number before “.txt”.
    fileprivate func numbered(_ number: Int) -> String { "\(dropLast(".txt".count)) (\(number)).txt" }
}
