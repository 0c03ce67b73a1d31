import Configuration
import Spelling
import Terminal

extension CellStyle {
    /// The style described by words of the config file: `FOREGROUND [BACKGROUND [ATTRIBUTE]…]`.
    init(_ words: ArraySlice<ConfigWord>) throws(ConfigProblem) {
        var words = words
        self.init()
        foreground = try words.popFirst().flatMap(Self.color)
        background = try words.popFirst().flatMap(Self.color)
        for word in words { self = adding(try Self.attribute(word)) }
    }

    private static func attribute(_ word: ConfigWord) throws(ConfigProblem) -> Attributes {
        if let attribute = named[word.text] { return attribute }
        if ignoredAttributes.contains(word.text) { return [] }
        let hint = NearestName.hint(for: word.text, among: named.keys.sorted())
        throw ConfigProblem(at: word.place, "unknown attribute “\(word.text)”\(hint)")
    }

    /// Nobody wants blinking or invisible text.
    static let ignoredAttributes: Set<String> = ["blink", "invis", "protect"]

    private static let named: [String: Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
        "standout": .reverse
    ]

    /// Nil for the terminal's default colour.
    private static func color(_ word: ConfigWord) throws(ConfigProblem) -> TerminalColor? {
        if word.text == "default" { return nil }
        if let index = names.firstIndex(of: word.text) { return .palette(UInt8(index)) }
        if word.text.hasPrefix("color"), let number = UInt8(word.text.dropFirst(5)) { return .palette(number) }
        if let color = TerminalColor(hex: word.text) { return color }
        let hint = NearestName.hint(for: word.text, among: names + ["default"])
        throw ConfigProblem(
            at: word.place,
            "“\(word.text)” isn't a colour: use one like red, color208, \"#ff8700\" or default\(hint)")
    }

    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
}
