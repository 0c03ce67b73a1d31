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
