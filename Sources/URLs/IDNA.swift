/// International host names as browsers look them up (UTS 46, nontransitional, with neither STD 3's rules nor DNS lengths).
enum IDNA {
    /// The ASCII form of a host name; nil if the name isn't allowed.
    static func ascii(_ name: String) -> [UInt8]? {
        guard let labels = labels(name) else { return nil }
        var ascii: [UInt8] = []
        for (index, label) in labels.enumerated() {
            if index > 0 { ascii.append(.dot) }
            ascii += label.ascii
        }
        return ascii
    }

    /// The Unicode form of a host name in ASCII; nil if the name isn't allowed.
    static func unicode(_ name: String) -> String? {
        labels(name)?.map(\.unicode).joined(separator: ".")
    }

    /// DNS names have at most 255 bytes, and Punycode's time grows with the square of the length.
    private static let longest = 1000

    private static func labels(_ name: String) -> [IDNALabel]? {
        guard name.unicodeScalars.count <= longest else { return nil }
        let table = IDNATable.shared
        var letters: [UInt32] = []
        for scalar in name.unicodeScalars {
            switch table.treatment(of: scalar.value) {
            case .valid: letters.append(scalar.value)
            case .ignored: break
            case .mapped(let text): letters += text
            case .disallowed: return nil
            }
        }
        letters = Normalization.composed(letters)
        var labels: [IDNALabel] = []
        for part in letters.split(separator: UInt32(ascii: "."), omittingEmptySubsequences: false) {
            guard let label = IDNALabel(part) else { return nil }
            labels.append(label)
        }
        guard !labels.contains(where: \.isRightToLeft) || labels.allSatisfy(\.keepsBidiRule) else { return nil }
        return labels
    }
}

extension UInt32 {
    init(ascii scalar: Unicode.Scalar) { self = scalar.value }
}

/// One label of an international name, mapped and checked (UTS 46, 4.1).
private struct IDNALabel {
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

/// Encodes Unicode text in ASCII, and decodes it (RFC 3492).
enum Punycode {
    static func encoded(_ scalars: [Unicode.Scalar]) -> String {
        var output = scalars.filter(\.isASCII)
        let basic = output.count
        var handled = basic
        if basic > 0 { output.append("-") }
        var (next, delta, bias) = (UInt32(128), 0, 72)
        while handled < scalars.count {
            guard let least = scalars.lazy.map(\.value).filter({ $0 >= next }).min() else { break }
            delta += Int(least - next) * (handled + 1)
            next = least
            for scalar in scalars {
                if scalar.value < next { delta += 1 }
                guard scalar.value == next else { continue }
                write(delta, bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    /// Decodes `text`, which is in lower case; returns nil if it is invalid.
    static func decoded(_ text: ArraySlice<UInt32>) -> [UInt32]? {
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
        var rest = text
        var output: [UInt32] = []
        if let hyphen = text.lastIndex(of: UInt32(ascii: "-")), hyphen > text.startIndex {
            output = Array(text[..<hyphen])
            rest = text[(hyphen + 1)...]
        }
        var (next, index, bias) = (128, 0, 72)
        while !rest.isEmpty {
            let start = index
            var (weight, place) = (1, base)
            while true {
                guard let digit = rest.popFirst().flatMap(value) else { return nil }
                // Beyond the last code point.
                guard weight < 1 << 32 else { return nil }
                index += digit * weight
                guard index < 1 << 32 else { return nil }
                let threshold = max(1, min(26, place - bias))
                if digit < threshold { break }
                weight *= base - threshold
                place += base
            }
            let count = output.count + 1
            bias = adapted(index - start, count: count, isFirst: start == 0)
            next += index / count
            index %= count
            guard let letter = UInt32(exactly: next), Unicode.Scalar(letter) != nil else { return nil }
            output.insert(letter, at: index)
            index += 1
        }
        return output
    }

    private static func value(of digit: UInt32) -> Int? {
        switch digit {
        case UInt32(ascii: "a")...UInt32(ascii: "z"): Int(digit - UInt32(ascii: "a"))
        case UInt32(ascii: "0")...UInt32(ascii: "9"): Int(digit - UInt32(ascii: "0")) + 26
        default: nil
        }
    }

    private static func write(_ number: Int, _ bias: Int, to output: inout [Unicode.Scalar]) {
        var number = number
        var place = base
        while true {
            let threshold = max(1, min(26, place - bias))
            if number < threshold { break }
            output.append(digits[threshold + (number - threshold) % (base - threshold)])
            number = (number - threshold) / (base - threshold)
            place += base
        }
        output.append(digits[number])
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var places = 0
        while delta > (base - 1) * 26 / 2 {
            delta /= base - 1
            places += base
        }
        return places + base * delta / (delta + 38)
    }

    private static let base = 36
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars)
}
