import Terminal
import Typesetting
import ViewModels

extension KeyMap {
    /// The keys of a place as they are bound, as a text to page through.
    func help(for place: Place) -> Document {
        var rows: [(action: KeyAction, keys: [String])] = []
        for binding in bindings(in: place) {
            let name = Key.name(of: binding.keys)
            if let row = rows.firstIndex(where: { $0.action.explanation == binding.action.explanation }) {
                rows[row].keys.append(name)
            } else {
                rows.append((binding.action, [name]))
            }
        }
        let width = rows.map { Self.name(of: $0.keys).cellWidth }.max() ?? 0
        let parts = (Operation.Topic.allCases.map { $0 } + [nil]).flatMap { topic -> [Block] in
            let lines = rows.filter { $0.action.topic == topic }.map { action, keys in
                Self.name(of: keys).padded(toCells: width + 2) + action.explanation
            }
            let heading = Block.heading(level: 2, [.text(topic?.name ?? "Yours")])
            return lines.isEmpty ? [] : [heading, .preformatted([.text(lines.joined(separator: "\n"))])]
        }
        return Document(blocks: [.heading(level: 1, [.text("Keys \(place.explanation)")])] + parts)
    }

    private static func name(of keys: [String]) -> String { keys.joined(separator: " ") }
}

extension KeyAction {
    /// Where the help tells of it; nil for what the person has put together.
    fileprivate var topic: Operation.Topic? {
        guard steps.count == 1, case .operation(let operation) = steps[0] else { return nil }
        return operation.topic
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
