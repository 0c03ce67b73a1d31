import Configuration
import Library
import Signals
import Typesetting

extension ReaderModel {
    /// Where the person left an article, in this run of lede or before: its start where that can't be read.
    func readingPlace(of item: ItemID) -> TextPosition {
        if readingPlaces == nil {
            let bytes = try? PrivateFiles.read(paths.readingPlaces, atMost: ReadingPlaces.longest)
            readingPlaces = bytes.map { ReadingPlaces(String(decoding: $0, as: UTF8.self)) } ?? ReadingPlaces()
        }
        return readingPlaces?.place(of: item) ?? .start
    }

    /// Takes note of how far the article is read that is open, before another takes its place.
    func noteReadingPlace() {
        guard let item = openArticle?.item.id, !isSourceShown else { return }
        _ = readingPlace(of: item)
        readingPlaces?.note(article.isAtEnd ? nil : article.position, of: item)
    }

    /// Keeps the places for the next start.
    func rememberReadingPlaces(inTheEnd isEnd: Bool) {
        noteReadingPlace()
        if let readingPlaces { remembered.keep(readingPlaces.text, at: paths.readingPlaces, inTheEnd: isEnd) }
    }
}
