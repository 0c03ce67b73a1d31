import Terminal
import Typesetting
import ViewModels

extension KeyMap {
    /// The keys of a place, as a text to page through.
    func help(for place: Place) -> Document {
        let here = bindings.filter { $0.places.contains(place) }
        let rows = here.map { (keys: $0.keys.map(\.name).joined(separator: " "), meaning: $0.operation.explanation) }
        let width = rows.map(\.keys.cellWidth).max() ?? 0
        let lines = rows.map { $0.keys.padded(toCells: width + 2) + $0.meaning }
        return Document(blocks: [
            .heading(level: 1, [.text("Keys \(place.explanation)")]),
            .preformatted([.text(lines.joined(separator: "\n"))])
        ])
    }
}

extension Place {
    fileprivate var explanation: String {
        switch self {
        case .welcome: "at the start"
        case .feeds: "in the list of feeds"
        case .items: "in the list of items"
        case .article: "in an article"
        case .failures: "in the list of failures"
        case .help: "in the help"
        }
    }
}
