import Configuration
import Files
import Library
import Spelling

/// Articles as text files in a folder, each under a name made of its title.
struct ArticleFiles {
    let folder: String
    let library: Library
    private(set) var saved = 0
    /// What was there already and was left alone.
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
            if PrivateFiles.exists(path) {
                left += 1
            } else {
                try PrivateFiles.write(Array(article.plainText.utf8), to: path)
                saved += 1
            }
        }
    }

    /// Two articles of one title get two files.
    private mutating func ownName(for article: Article) -> String {
        let name = article.fileName
        if names.insert(name).inserted { return name }
        var number = 2
        while !names.insert(name.numbered(number)).inserted { number += 1 }
        return name.numbered(number)
    }

    /// For the status line.
    var words: String {
        let articles = "Saved \(saved.counted("article")) to \(folder)"
        return left == 0 ? articles : "\(articles), skipped \(left) already there"
    }
}

extension String {
    /// With a number before the ending.
    fileprivate func numbered(_ number: Int) -> String { "\(dropLast(".txt".count)) (\(number)).txt" }
}
