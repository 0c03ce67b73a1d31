import Library
import Typesetting

extension FullText {
    /// Whether it has clearly more than the feed's own text: half as much again, and a paragraph.
    func hasClearlyMore(than article: Article) -> Bool { letters > article.lettersAtMost * 3 / 2 + Self.paragraph }

    private static let paragraph = 300
}

extension Article {
    /// The number of letters in its text; for a long text that number or more.
    fileprivate var lettersAtMost: Int {
        html.utf8.count > Self.longestToRead ? html.utf8.count : document.plainText.count
    }

    /// The user waits while a text is read.
    private static let longestToRead = 32 << 10
}
