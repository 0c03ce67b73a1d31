import Configuration
import Spelling
import Terminal

extension CellStyle {
    /// The style that words of the config file name: `FOREGROUND [BACKGROUND [ATTRIBUTE]…]`.
    init(_ words: ArraySlice<ConfigWord>) throws(ConfigProblem) {
        var words = words
        self.init()
        foreground = try words.popFirst().flatMap(Self.color)
        background = try words.popFirst().flatMap(Self.color)
        for word in words { self = adding(try Self.attribute(word)) }
    }

    private static func attribute(_ word: ConfigWord) throws(ConfigProblem) -> Attributes {
        if let attribute = named[word.text] { return attribute }
        // Nobody wants text that blinks or can't be seen.
        if ["blink", "invis", "protect"].contains(word.text) { return [] }
        let hint = NearestName.hint(for: word.text, among: named.keys.sorted())
        throw ConfigProblem(at: word.place, "there is no attribute “\(word.text)”\(hint)")
    }

    private static let named: [String: Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
        "standout": .reverse
    ]

    /// A colour of the palette; nil for the terminal's own.
    private static func color(_ word: ConfigWord) throws(ConfigProblem) -> Int16? {
        if word.text == "default" { return nil }
        if let index = names.firstIndex(of: word.text) { return Int16(index) }
        if word.text.hasPrefix("color"), let number = UInt8(word.text.dropFirst(5)) { return Int16(number) }
        if let color = nearest(to: word.text) { return color }
        let hint = NearestName.hint(for: word.text, among: names + ["default"])
        throw ConfigProblem(
            at: word.place,
            "“\(word.text)” is no colour: one such as red, color208, \"#ff8700\" or default was expected\(hint)")
    }

    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Of the 256 colours that terminals have (6 steps a channel and 24 greys) the nearest to one such as `#ff8700`.
    private static func nearest(to text: String) -> Int16? {
        guard text.hasPrefix("#"), text.utf8.count == 7, let value = Int(text.dropFirst(), radix: 16), value >= 0 else {
            return nil
        }
        let wanted = [value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF]
        func distance(_ color: [Int]) -> Int { zip(color, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let steps = [0, 95, 135, 175, 215, 255]
        let cube = wanted.map { channel in
            steps.indices.min { abs(steps[$0] - channel) < abs(steps[$1] - channel) } ?? 0
        }
        let grey = max(0, min(23, (wanted.reduce(0, +) / 3 - 3) / 10))
        let isGrey = distance([Int](repeating: 8 + 10 * grey, count: 3)) < distance(cube.map { steps[$0] })
        return Int16(isGrey ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2])
    }
}
