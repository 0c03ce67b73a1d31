import Terminal
import Typesetting
import ViewModels

extension KeyMap {
    /// The keys of a place as they are bound, as a text to page through.
    func help(for place: Place) -> Document {
        var rows: [(action: KeyAction, keys: [String])] = []
        for binding in bindings where binding.place == place {
            let name = Key.name(of: binding.keys)
            if let row = rows.firstIndex(where: { $0.action.explanation == binding.action.explanation }) {
                rows[row].keys.append(name)
            } else {
                rows.append((binding.action, [name]))
            }
        }
        let names = rows.map { $0.keys.joined(separator: " ") }
        let width = names.map(\.cellWidth).max() ?? 0
        let lines = zip(rows, names).map { $1.padded(toCells: width + 2) + $0.action.explanation }
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
        case .links: "in the list of links"
        case .failures: "in the list of failures"
        case .information: "on the page about a feed"
        case .help: "in the help"
        }
    }
}
