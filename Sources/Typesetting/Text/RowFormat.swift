/// A user's format for rows of a list, or for names of files, in newsboat's notation, such as
/// `%4i %f %D  %?T?|%-17T|  &?%t`.
///
/// - `%x` stands for a field. `%4x`, `%-4x` and `%=4x` align it right, left and centred in 4 cells.
/// - `%>c` fills the row with the character `c`.
/// - `%?x?this&that?` stands for `this` if the field isn't empty, otherwise for `that`.
package struct RowFormat: Equatable, Sendable {
    private enum Part: Equatable, Sendable {
        case text(String)
        case field(Character, width: Int, alignment: CellAlignment)
        case fill(Character)
        case choice(Character, then: [Part], else: [Part])

        func filled(with widths: [Character: Int]) -> Part {
            switch self {
            case .field(let name, 0, let alignment): .field(name, width: widths[name] ?? 0, alignment: alignment)
            case .choice(let name, let yes, let no):
                .choice(name, then: yes.map { $0.filled(with: widths) }, else: no.map { $0.filled(with: widths) })
            case .text, .field, .fill: self
            }
        }
    }

    private let parts: [Part]

    /// `widths` are for fields without a width in the format.
    package init(_ source: String, widths: [Character: Int] = [:]) {
        parts = Self.parts(of: source[...]).map { $0.filled(with: widths) }
    }

    /// The row for these values of the fields, which `%>` fills up to so many columns.
    package func row(columns: Int = 0, value: (Character) -> String) -> String {
        var (before, after) = ("", "")
        var sign: Character?
        for part in flattened(parts, value: value) {
            switch part {
            // The first fill takes all the room.
            case .fill(let character) where sign == nil: sign = character
            case .fill, .choice: break
            case .text(let text): if sign == nil { before += text } else { after += text }
            case .field(let name, let width, let alignment):
                var text = value(name)
                if width > 0 { text = text.truncated(toCells: width).padded(toCells: width, alignment: alignment) }
                if sign == nil { before += text } else { after += text }
            }
        }
        guard let sign else { return before }
        let room = max(0, columns - before.cellWidth - after.cellWidth)
        return before + String(repeating: String(sign).cellWidth == 1 ? sign : " ", count: room) + after
    }

    private func flattened(_ parts: [Part], value: (Character) -> String) -> [Part] {
        parts.flatMap { part in
            guard case .choice(let name, let yes, let no) = part else { return [part] }
            return value(name).contains { $0 != " " } ? yes : no
        }
    }

    /// No row is wider.
    private static let widest = 999

    private static func parts(of source: Substring) -> [Part] {
        var parts: [Part] = []
        var rest = source
        while let character = rest.popFirst() {
            if character != "%" {
                add("\(character)", to: &parts)
            } else if let part = part(after: &rest) {
                parts.append(part)
            }
        }
        return parts
    }

    private static func add(_ text: String, to parts: inout [Part]) {
        guard case .text(let before) = parts.last else { return parts.append(.text(text)) }
        parts[parts.count - 1] = .text(before + text)
    }

    private static func part(after rest: inout Substring) -> Part? {
        switch rest.first {
        case "%":
            rest.removeFirst()
            return .text("%")
        case ">":
            rest.removeFirst()
            return rest.popFirst().map { .fill($0) }
        case "?":
            rest.removeFirst()
            return choice(&rest)
        default: return field(&rest)
        }
    }

    private static func field(_ rest: inout Substring) -> Part? {
        var alignment = CellAlignment.right
        if let sign = rest.first, ["-", "="].contains(sign) {
            alignment = sign == "-" ? .left : .center
            rest.removeFirst()
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        let width = min(Int(digits) ?? (digits.isEmpty ? 0 : widest), widest)
        return rest.popFirst().map { .field($0, width: width, alignment: alignment) }
    }

    /// Parses `x?this&that?`. An incomplete one extends to the end.
    private static func choice(_ rest: inout Substring) -> Part? {
        guard let name = rest.popFirst() else { return nil }
        if rest.first == "?" { rest.removeFirst() }
        let whole = rest.prefix { $0 != "?" }
        rest = rest.dropFirst(whole.count + 1)
        let halves = whole.split(separator: "&", maxSplits: 1, omittingEmptySubsequences: false)
        return .choice(name, then: plain(halves.first), else: plain(halves.dropFirst().first))
    }

    /// The parts of a choice, which can't contain another choice.
    private static func plain(_ source: Substring?) -> [Part] {
        source.map(parts) ?? []
    }
}
