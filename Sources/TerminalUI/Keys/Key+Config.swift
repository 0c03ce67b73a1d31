import Terminal

extension Key {
    /// Parses keys of the config file, in a row: `gg`, `^X`, `<C-x>`, `<A-x>`, `<ENTER>`, or a single name such as
    /// `ENTER`. Nil if the text is invalid.
    static func sequence(_ text: String) -> [Key]? {
        if let key = named(text) { return [key] }
        var keys: [Key] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard keys.count < longest, let key = first(in: &rest) else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }

    /// The name of keys pressed one after the other.
    static func name(of keys: [Key], inASCII isASCII: Bool = false) -> String {
        let isText = keys.allSatisfy { if case .character(let character) = $0 { character != " " } else { false } }
        return keys.map { $0.name(inASCII: isASCII) }.joined(by: isText ? "" : " ")
    }

    /// Nobody remembers more keys.
    private static let longest = 8

    private static func first(in text: inout Substring) -> Key? {
        let first = text.removeFirst()
        if first == "^", let letter = text.first, letter.isASCII, letter.isLetter {
            text.removeFirst()
            return .control(Character(letter.lowercased()))
        }
        guard first == "<", let end = text.firstIndex(of: ">") else { return .character(first) }
        let name = text[..<end]
        text = text[text.index(after: end)...]
        return inAngles(String(name))
    }

    private static func inAngles(_ name: String) -> Key? {
        if let key = named(name) { return key }
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let letter = parts[1].first, parts[1].count == 1, letter.isASCII, letter.isLetter else {
            return nil
        }
        switch parts[0] {
        case "C": return .control(Character(letter.lowercased()))
        case "S": return .character(Character(letter.uppercased()))
        case "A", "M": return .alt(.character(letter))
        default: return nil
        }
    }

    private static func named(_ name: String) -> Key? {
        if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...12).contains(number) {
            return .function(number)
        }
        return names[name]
    }

    private static let names: [String: Key] = [
        "ENTER": .enter, "ESC": .escape, "TAB": .tab, "S-TAB": .backTab, "SPACE": .character(" "),
        "BACKSPACE": .backspace, "DELETE": .delete, "LEFT": .left, "RIGHT": .right, "UP": .up, "DOWN": .down,
        "PPAGE": .pageUp,
        "NPAGE": .pageDown, "PAGEUP": .pageUp, "PAGEDOWN": .pageDown, "HOME": .home, "END": .end,
        "LT": .character("<"), "GT": .character(">")
    ]
}
