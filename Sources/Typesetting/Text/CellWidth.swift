import System
import URLs

/// The number of terminal cells that a text takes.
///
/// It is the sum of `wcwidth()` over the code points, not over visible characters, because ncurses 6.4 advances the
/// cursor by that: a family joined by ZWJ takes 6 cells, ❤️ takes one. Clean text contains no cluster that terminals
/// could measure differently. lede has its own table, so that no locale is needed; a test compares it with the C
/// library's.
package enum CellWidth {
    package static func of(_ text: String) -> Int {
        of(text.utf8.span)
    }

    package static func of(_ scalar: Unicode.Scalar) -> Int { of(codePoint: scalar.value) }

    static func of(_ bytes: Span<UInt8>) -> Int {
        of(bytes, in: 0..<bytes.count)
    }

    static func of(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int {
        var cells = 0
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] < 0x80 {
                cells += 1
                index += 1
            } else {
                let (codePoint, length) = bytes.codePoint(at: index)
                cells += of(codePoint: codePoint)
                index += length
            }
        }
        return cells
    }

    /// Returns the cells of a code point: one if `wcwidth()` doesn't know it, as ncurses advances.
    @inline(__always)
    static func of(codePoint: UInt32) -> Int {
        // Most text needs no table.
        if codePoint < 0x300 { return 1 }
        if 0x4E00..<0xA000 ~= codePoint { return 2 }
        return switch CellTrait(codePoint) {
        case .narrow, .spacingMark, .prepended, .narrowPictograph, .regionalIndicator, .unknown: 1
        case .wide, .wideMark, .leadingJamo, .widePictograph: 2
        case .mark, .vowelJamo, .trailingJamo, .ignorable, .joiner: 0
        case .special: ofSpecial(codePoint)
        }
    }

    private static func ofSpecial(_ codePoint: UInt32) -> Int {
        switch codePoint {
        case 0x3000, 0x3164: 2
        // Assigned format characters.
        case 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0x13430...0x13438, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0001:
            0
        default: 1
        }
    }
}

/// What a code point does in a row of cells: how many it takes, and whether it joins the character before it.
///
/// `Data/generate-cell-traits.py` uses the raw values.
enum CellTrait: UInt8 {
    case narrow
    case wide
    /// Joins the character before it and takes no cell.
    case mark
    /// Belongs to the character before it but takes its own cell, like many Indic vowels.
    case spacingMark
    case wideMark
    /// A sign that the following digits belong to.
    case prepended
    /// The consonants, vowels and final consonants that form Hangul syllables.
    case leadingJamo
    case vowelJamo
    case trailingJamo
    /// The parts of emoji, with one cell or two.
    case narrowPictograph
    case widePictograph
    /// The letters of flags.
    case regionalIndicator
    /// Private, unassigned, or newer than the C library's Unicode, so its width is unknown.
    case unknown
    /// White space, a control or a format character; `CharacterKind` has the details.
    case special
    /// Joins the character before it, takes no cell, and shows nothing on some terminals.
    case ignorable
    /// ZWJ, which joins two emoji.
    case joiner

    @inline(__always)
    init(_ codePoint: UInt32) {
        guard codePoint < 0x110000 else {
            self = .unknown
            return
        }
        // Line 0 says where the table is from.
        let part = Self.number(Int(codePoint >> 12), from: 1)
        let block = Self.number(Int(codePoint >> 6 & 63), from: part)
        self = CellTrait(rawValue: CharacterTable.cellTraits[block * 65 + Int(codePoint & 63)] & 15) ?? .unknown
    }

    /// One of the numbers from this line of the table on. A line has 64 characters and its end, or 32 numbers of two.
    @inline(__always)
    private static func number(_ index: Int, from line: Int) -> Int {
        let place = (line + index / 32) * 65 + index % 32 * 2
        return Int(CharacterTable.cellTraits[place] & 31) << 5 | Int(CharacterTable.cellTraits[place + 1] & 31)
    }

    var isPictograph: Bool { self == .narrowPictograph || self == .widePictograph }
}

/// A visible character: an extended grapheme cluster of Unicode (UAX #29).
///
/// Swift's `Character` is the same, but too slow for setting articles.
enum Cluster {
    /// Returns the end of the cluster that starts at this byte of UTF-8.
    @inline(__always)
    static func end(in bytes: Span<UInt8>, at start: Int) -> Int {
        let next = start + 1
        // Two ASCII characters never join, except CR and LF.
        if bytes[start] < 0x80, next == bytes.count || bytes[next] < 0x80 && bytes[start] != 0x0D { return next }
        return longEnd(in: bytes, at: start)
    }

    /// The longest cluster in bytes; no language has a longer one. Longer runs of vowels or consonants are cut, or
    /// setting them would search for the end again on every line.
    private static let longest = 256

    private static func longEnd(in bytes: Span<UInt8>, at start: Int) -> Int {
        var (codePoint, length) = bytes.codePoint(at: start)
        var cluster = Prefix(startingWith: codePoint)
        var end = start + length
        while end < min(bytes.count, start + longest) {
            (codePoint, length) = bytes.codePoint(at: end)
            guard cluster.goesOn(with: codePoint) else { return end }
            end += length
        }
        return end
    }

    /// The part of a cluster read so far.
    private struct Prefix {
        private enum Role {
            case control, carriageReturn, lineFeed, other, extending, spacing, prepended, regional, pictograph, joiner
            case leading, vowel, trailing, openSyllable, closedSyllable
        }

        private var last: Role
        /// Whether it ends in a pictograph, its extensions, and at most one joiner.
        private var isEmoji: Bool
        private var regionalCount: Int

        init(startingWith codePoint: UInt32) {
            last = Self.role(codePoint)
            isEmoji = last == .pictograph
            regionalCount = last == .regional ? 1 : 0
        }

        /// Adds a code point, and returns false if a boundary comes before it (rules GB3 to GB999).
        mutating func goesOn(with codePoint: UInt32) -> Bool {
            let next = Self.role(codePoint)
            guard joins(next) else { return false }
            let isPartOfEmoji = last != .joiner && (next == .extending || next == .joiner)
            isEmoji = next == .pictograph || isEmoji && isPartOfEmoji
            regionalCount += next == .regional ? 1 : 0
            last = next
            return true
        }

        private func joins(_ next: Role) -> Bool {
            switch (last, next) {
            case (.carriageReturn, .lineFeed): true
            case (.control, _), (.carriageReturn, _), (.lineFeed, _): false
            case (_, .control), (_, .carriageReturn), (_, .lineFeed): false
            case (_, .extending), (_, .spacing), (_, .joiner), (.prepended, _): true
            case (.leading, .leading), (.leading, .vowel), (.leading, .openSyllable), (.leading, .closedSyllable): true
            case (.openSyllable, .vowel), (.openSyllable, .trailing), (.vowel, .vowel), (.vowel, .trailing): true
            case (.closedSyllable, .trailing), (.trailing, .trailing): true
            case (.joiner, .pictograph): isEmoji
            case (.regional, .regional): regionalCount == 1
            default: false
            }
        }

        private static func role(_ codePoint: UInt32) -> Role {
            switch CellTrait(codePoint) {
            case .narrow, .unknown: .other
            case .wide: HangulSyllable.isSyllable(codePoint) ? syllable(codePoint) : .other
            case .mark, .wideMark, .ignorable: .extending
            case .spacingMark: .spacing
            case .prepended: .prepended
            case .leadingJamo: .leading
            case .vowelJamo: .vowel
            case .trailingJamo: .trailing
            case .narrowPictograph, .widePictograph: .pictograph
            case .regionalIndicator: .regional
            case .joiner: .joiner
            case .special: special(codePoint)
            }
        }

        private static func syllable(_ codePoint: UInt32) -> Role {
            HangulSyllable.isOpen(codePoint) ? .openSyllable : .closedSyllable
        }

        private static func special(_ codePoint: UInt32) -> Role {
            switch codePoint {
            case 0x0D: .carriageReturn
            case 0x0A: .lineFeed
            case 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3000, 0x3164, 0xFFA0, 0xFFFC: .other
            case 0xFDD0...0xFDEF: .other
            default: codePoint & 0xFFFE == 0xFFFE ? .other : .control
            }
        }
    }
}

// Called for every row of a list in every frame. No character takes more cells than bytes.
extension String {
    /// The number of terminal cells of this text.
    package var cellWidth: Int { CellWidth.of(self) }

    /// Returns the text or its beginning with an ellipsis, never cut inside a character.
    package func truncated(toCells cells: Int) -> String {
        guard cells > 0 else { return "" }
        let bytes = utf8.span
        if bytes.count <= cells { return self }
        var used = 0
        var index = 0
        var cut = 0
        while index < bytes.count {
            let end = Cluster.end(in: bytes, at: index)
            used += CellWidth.of(bytes, in: index..<end)
            if used > cells { return String(decoding: utf8.prefix(endOfText(before: cut)), as: UTF8.self) + "…" }
            if used < cells { cut = end }
            index = end
        }
        return self
    }

    /// Returns the text, or its beginning and end with an ellipsis between. The ends of URLs matter most.
    package func shortened(toCells cells: Int) -> String {
        let width = cellWidth
        guard cells > 0, width > cells else { return truncated(toCells: cells) }
        let beginning = truncated(toCells: max(1, cells / 3))
        return beginning + dropping(cells: width - cells + beginning.cellWidth)
    }

    /// Returns the text from a column on, for horizontal scrolling. Half a wide character becomes a space.
    package func dropping(cells: Int) -> String {
        let bytes = utf8.span
        var used = 0
        var index = 0
        while used < cells, index < bytes.count {
            let end = Cluster.end(in: bytes, at: index)
            used += CellWidth.of(bytes, in: index..<end)
            index = end
        }
        let rest = index == 0 ? self : String(decoding: utf8.dropFirst(index), as: UTF8.self)
        return used > cells && cells >= 0 ? String(repeating: " ", count: used - cells) + rest : rest
    }

    /// Returns the text padded with spaces to this many cells. Longer text stays unchanged.
    package func padded(toCells cells: Int, alignment: CellAlignment = .left) -> String {
        let missing = cells - cellWidth
        guard missing > 0 else { return self }
        let before =
            switch alignment {
            case .left: 0
            case .center: missing / 2
            case .right: missing
            }
        return String(repeating: " ", count: before) + self + String(repeating: " ", count: missing - before)
    }

    /// Returns the end of the text before `end`, without its spaces and a last ellipsis.
    private func endOfText(before end: Int) -> Int {
        var text = utf8.prefix(end)
        while true {
            if text.last == .space {
                text.removeLast()
            } else if text.suffix(Self.ellipsis.count).elementsEqual(Self.ellipsis) {
                text.removeLast(Self.ellipsis.count)
            } else {
                return text.count
            }
        }
    }

    private static let ellipsis = Array("…".utf8)
}

/// The position of text in its column.
package enum CellAlignment: Sendable {
    case left
    case center
    case right
}

extension String {
    /// Returns a URL for display, with or without its scheme, shortened to fit. It keeps the end of a long host
    /// visible, which tells who owns it.
    ///
    /// It drops a web URL's scheme first, then the middle of the path. Other text loses its middle.
    package func shortenedAddress(toCells cells: Int) -> String {
        guard cellWidth > cells, cells > 0, let address = ShownAddress(self) else { return shortened(toCells: cells) }
        let (beginning, rest) = (address.scheme + address.host, address.rest)
        let whole = beginning + rest
        guard whole.cellWidth > cells else { return whole }
        let room = cells - beginning.cellWidth
        // A path with fewer cells tells nothing.
        if room >= min(6, rest.cellWidth) { return beginning + rest.shortened(toCells: room) }
        return room > 0 ? beginning + "…" : address.host.shortened(toCells: cells)
    }
}

/// The important parts of a URL to shorten.
private struct ShownAddress {
    /// With its separator and credentials; empty for a web URL.
    let scheme: String
    /// With its port.
    let host: String
    let rest: String

    /// Nil if the text isn't a URL.
    init?(_ text: String) {
        let hasScheme = AddressParts(text) != nil
        // A missing scheme is the web's.
        let url = hasScheme ? text : "https://" + text
        guard let parts = AddressParts(url), hasScheme || parts.hasPlainHost else { return nil }
        scheme = parts.isWeb ? "" : String(url[..<parts.host.startIndex])
        host = String(url[parts.host.startIndex..<parts.rest.startIndex])
        rest = String(parts.rest)
    }
}

extension AddressParts {
    fileprivate var isWeb: Bool { ["http", "https"].contains(scheme) }

    /// Whether the part before the path can be a host. A command has a space there, or a colon without a port.
    fileprivate var hasPlainHost: Bool {
        let isHost = host.hasPrefix("[") || !host.contains { $0 == ":" || $0.isWhitespace }
        return isHost && !host.isEmpty && credentials == nil
    }
}
