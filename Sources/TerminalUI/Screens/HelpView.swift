import Terminal
import Typesetting
import ViewModels

/// The keys of a screen, with their explanations.
struct HelpView: TextScreenView {
    static let (screen, helpHeading, plural) = (Screen.help, "in the help", "help")
    static let firstKeys: [FirstKey] = [
        .scroll,
        .turnPage,
        FirstKey(.search, does: "find a key or a word"),
        FirstKey(.nextHit, .previousHit, does: "next and previous match"),
        .goBack
    ]
    let model: ReaderModel

    var pager: PagerModel { model.screens.help.pager }
    var title: String { "help" }
    var windowTitle: String? { "Help" }
    var hinted: [HintedOperation] { pager.hintedAtHits ?? Self.hinted }

    private static let hinted = [HintedOperation(.search, "find"), HintedOperation(.back, "back")]
}

extension KeyMap {
    /// The keys of a screen as a text for the pager. Explanations stand beside the keys, or below them if the screen is
    /// narrow. Disabled operations are dim.
    func help(
        for screen: Screen, columns: Int, isEnabled: (Operation) -> Bool = { _ in true }
    ) -> Document {
        let (first, rows) = (firstRows(for: screen, isEnabled), rows(for: screen, isEnabled))
        let width = ((first + rows).map { $0.keys.cellWidth }.max() ?? 0) + 2
        let room = columns - width - Self.indentation
        func part(_ heading: String, _ rows: [Row]) -> [Block] {
            if rows.isEmpty { return [] }
            return [
                .heading(level: 2, [.text(heading)]),
                room < Self.narrowest ? Self.stacked(rows) : Self.beside(rows, at: width, room: room)
            ]
        }
        let parts = (Operation.Topic.allCases.map { $0 } + [nil]).flatMap { topic in
            part(topic?.name ?? "Your own keys", rows.filter { $0.topic == topic })
        }
        let title = Block.heading(level: 1, [.text("Keys \(screen.view.helpHeading)")])
        return Document(blocks: [title] + part("Start here", first) + parts)
    }

    /// Keys with their explanation. Keys that the user combined have no topic.
    private typealias Row = (topic: Operation.Topic?, keys: String, words: String, isEnabled: Bool)

    /// Explanations beside their keys are at least this wide.
    private static let narrowest = 24
    /// The typesetter's indentation of preformatted text.
    private static let indentation = 2

    private func firstRows(for screen: Screen, _ isEnabled: (Operation) -> Bool) -> [Row] {
        screen.view.firstKeys.filter { Self.lists($0.operations[0], in: screen, isEnabled) }.compactMap { first in
            let names = keyNames(of: first.operations, in: screen)
            let isEnabled = first.operations.contains(where: isEnabled)
            return names.isEmpty
                ? nil : (first.operations[0].topic, names.joined(separator: " "), first.meaning, isEnabled)
        }
    }

    private func rows(for screen: Screen, _ isEnabled: (Operation) -> Bool) -> [Row] {
        var rows: [Row] = []
        for binding in bindings(in: screen) {
            if let operation = binding.action.operation {
                // The welcome screen has so few keys that the first of them needn't come twice.
                let isFirst = screen.view.firstKeys.contains { $0.operations.contains(operation) }
                if screen == .welcome && isFirst || !Self.lists(operation, in: screen, isEnabled) { continue }
            }
            let (name, words) = (name(of: binding.keys), explanation(of: binding, in: screen))
            if let row = rows.firstIndex(where: { $0.words == words }) {
                rows[row].keys += " " + name
            } else {
                let isEnabled = binding.action.operation.map(isEnabled) ?? true
                rows.append((binding.action.topic(isOwn: binding.isOwn), name, words, isEnabled))
            }
        }
        return rows
    }

    /// Whether an operation is listed: nothing is said of adding a feed that the user has.
    private static func lists(_ operation: Operation, in screen: Screen, _ isEnabled: (Operation) -> Bool) -> Bool {
        (operation, screen) != (.open, .information) || isEnabled(operation)
    }

    func explanation(of binding: Binding, in screen: Screen) -> String {
        let action = binding.action
        guard action.description == nil, let digit = action.operation?.digit,
            binding.keys == [.character(Character("\(digit)"))]
        else { return action.explanation(in: screen, digitsAreLinks: digitsAreLinks) }
        return digitsAreLinks
            ? "open the link with this number (0 for link 10)" : action.operation?.explanation(in: screen) ?? ""
    }

    private static func beside(_ rows: [Row], at width: Int, room: Int) -> Block {
        let lines = rows.flatMap { row in
            Document(blocks: [.paragraph([.text(row.words)])]).lines(width: room).enumerated().map {
                let keys = $0 == 0 ? row.keys : ""
                let text = String(repeating: " ", count: width - keys.cellWidth) + $1.text + "\n"
                return [.styled(.strong, [.text(keys)]), Self.inline(text, isEnabled: row.isEnabled)]
            }
        }
        return .preformatted(Array(lines.joined()))
    }

    private static func stacked(_ rows: [Row]) -> Block {
        .definitions(
            rows.map {
                Definition(
                    terms: [[.text($0.keys)]],
                    details: [[.paragraph([Self.inline($0.words, isEnabled: $0.isEnabled)])]])
            })
    }

    private static func inline(_ text: String, isEnabled: Bool) -> Inline {
        isEnabled ? .text(text) : .styled(.small, [.text(text)])
    }
}

/// One row of the help's first keys: the keys of one operation, or of a pair such as down and up.
struct FirstKey {
    let operations: [Operation]
    let meaning: String

    init(_ operations: Operation..., does meaning: String) { (self.operations, self.meaning) = (operations, meaning) }

    static let move = FirstKey(.down, .up, does: "move down and up")
    static let scroll = FirstKey(.down, .up, does: "scroll down and up")
    static let turnPage = FirstKey(.pageDown, does: "page down")
    static let goBack = FirstKey(.back, does: "go back")
}

extension KeyMap {
    /// The first key of each operation, then their second keys and so on, but only as many as a beginner tries.
    func keyNames(of operations: [Operation], in screen: Screen) -> [String] {
        let bindings = bindings(in: screen)
        let names = operations.map { operation in
            bindings.filter { $0.action.isJust(operation) }.map { name(of: $0.keys) }
        }
        let most = names.map(\.count).max() ?? 0
        return Array(
            (0..<most).flatMap { number in names.compactMap { $0.indices.contains(number) ? $0[number] : nil } }.prefix(
                4))
    }
}
