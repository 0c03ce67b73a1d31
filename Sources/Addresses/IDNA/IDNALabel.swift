/// One label of an international name, mapped and checked (UTS 46, 4.1).
struct IDNALabel {
    private let letters: [UInt32]

    /// Fails if the label isn't allowed.
    init?(_ text: ArraySlice<UInt32>) {
        guard text.starts(with: Self.mark) else {
            letters = Array(text)
            guard isAllowed else { return nil }
            return
        }
        guard let decoded = Punycode.decoded(text.dropFirst(4)), decoded.contains(where: { $0 >= 0x80 }),
            Normalization.composed(decoded) == decoded
        else { return nil }
        letters = decoded
        guard isAllowed, !letters.contains(UInt32(ascii: ".")), !letters.starts(with: Self.mark) else { return nil }
    }

    /// The prefix of a label in Punycode.
    private static let mark = "xn--".unicodeScalars.map(\.value)

    private var scalars: [Unicode.Scalar] { letters.compactMap(Unicode.Scalar.init) }

    var unicode: String { String(String.UnicodeScalarView(scalars)) }

    var ascii: [UInt8] {
        let scalars = scalars
        let isASCII = scalars.allSatisfy(\.isASCII)
        return Array((isASCII ? unicode : "xn--" + Punycode.encoded(scalars)).utf8)
    }

    private var isAllowed: Bool {
        let table = IDNATable.shared
        guard letters.allSatisfy({ table.treatment(of: $0) == .valid }) else { return false }
        if let first = letters.first, table.properties(of: first).isMark { return false }
        return letters.indices.allSatisfy { index in
            switch letters[index] {
            case 0x200C: followsVirama(index) || joins(at: index)
            case 0x200D: followsVirama(index)
            default: true
            }
        }
    }

    private func followsVirama(_ index: Int) -> Bool {
        index > 0 && IDNATable.shared.properties(of: letters[index - 1]).combiningClass == 9
    }

    /// Whether a zero-width non-joiner separates two letters that would join (RFC 5892, appendix A.1).
    private func joins(at index: Int) -> Bool {
        let before = letters[..<index].reversed().lazy.map(joiningType).first { $0 != .transparent }
        let after = letters[(index + 1)...].lazy.map(joiningType).first { $0 != .transparent }
        return (before == .left || before == .dual) && (after == .right || after == .dual)
    }

    private func joiningType(of letter: UInt32) -> IDNATable.JoiningType {
        IDNATable.shared.properties(of: letter).joining
    }

    private var bidiClasses: [IDNATable.BidiClass] { letters.map { IDNATable.shared.properties(of: $0).bidi } }

    /// Whether the bidi rule applies to a name with this label (RFC 5893, 1.4).
    var isRightToLeft: Bool {
        bidiClasses.contains { [.rightToLeft, .arabic, .arabicNumber].contains($0) }
    }

    /// Whether the label obeys the bidi rule (RFC 5893, 2).
    var keepsBidiRule: Bool {
        let classes = bidiClasses
        guard let first = classes.first else { return true }
        let last = classes.last { $0 != .mark }
        switch first {
        case .rightToLeft, .arabic:
            let allowed = Self.anywhere.union([.rightToLeft, .arabic, .arabicNumber])
            return classes.allSatisfy(allowed.contains)
                && [.rightToLeft, .arabic, .number, .arabicNumber].contains(last)
                && !(classes.contains(.number) && classes.contains(.arabicNumber))
        case .leftToRight:
            return classes.allSatisfy(Self.anywhere.union([.leftToRight]).contains)
                && [.leftToRight, .number].contains(last)
        default: return false
        }
    }

    private static let anywhere: Set<IDNATable.BidiClass> = [
        .number, .separator, .commonSeparator, .terminator, .neutral, .boundary, .mark
    ]
}
