import Terminal
import Typesetting
import ViewModels

extension KeyMap {
    /// The keys of a place as they are bound, as a text to page through: what they do stands beside them, and beneath them
    /// where that is too narrow. Operations that aren't enabled are faint.
    func help(
        for place: Place, columns: Int, isEnabled: (Operation) -> Bool = { _ in true }
    ) -> Document {
        let rows = rows(for: place, isEnabled)
        let width = (rows.map { $0.keys.cellWidth }.max() ?? 0) + 2
        let room = columns - width - Self.indentation
        let parts = (Operation.Topic.allCases.map { $0 } + [nil]).flatMap { topic -> [Block] in
            let rows = rows.filter { $0.action.topic == topic }
            if rows.isEmpty { return [] }
            let heading = Block.heading(level: 2, [.text(topic?.name ?? "Yours")])
            return [heading, room < Self.narrowest ? Self.stacked(rows) : Self.beside(rows, at: width, room: room)]
        }
        return Document(blocks: [.heading(level: 1, [.text("Keys \(place.view.helpHeading)")])] + parts)
    }

    private typealias Row = (action: KeyAction, keys: String, isEnabled: Bool)

    /// Explanations are not set narrower beside their keys.
    private static let narrowest = 24
    /// The typesetter's, of text that is set already.
    private static let indentation = 2

    private func rows(for place: Place, _ isEnabled: (Operation) -> Bool) -> [Row] {
        var rows: [Row] = []
        for binding in bindings(in: place) {
            let name = name(of: binding.keys)
            if let row = rows.firstIndex(where: { $0.action.explanation == binding.action.explanation }) {
                rows[row].keys += " " + name
            } else {
                rows.append((binding.action, name, binding.action.operation.map(isEnabled) ?? true))
            }
        }
        return rows
    }

    private static func beside(_ rows: [Row], at width: Int, room: Int) -> Block {
        let lines = rows.flatMap { row in
            Document(blocks: [.paragraph([.text(row.action.explanation)])]).lines(width: room).enumerated().map {
                let keys = $0 == 0 ? row.keys : ""
                let text = Inline.text(String(repeating: " ", count: width - keys.cellWidth) + $1.text + "\n")
                return [.styled(.strong, [.text(keys)]), row.isEnabled ? text : .styled(.small, [text])]
            }
        }
        return .preformatted(Array(lines.joined()))
    }

    private static func stacked(_ rows: [Row]) -> Block {
        .definitions(
            rows.map {
                let text = Inline.text($0.action.explanation)
                return Definition(
                    terms: [[.text($0.keys)]], details: [[.paragraph([$0.isEnabled ? text : .styled(.small, [text])])]])
            })
    }
}

extension KeyAction {
    /// Where the help tells of it; nil for what the person has put together.
    fileprivate var topic: Operation.Topic? { operation?.topic }

    /// The operation that it is; nil for a macro.
    fileprivate var operation: Operation? {
        guard steps.count == 1, case .operation(let operation) = steps[0] else { return nil }
        return operation
    }
}
