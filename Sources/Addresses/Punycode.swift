/// Writes any letters with those of ASCII (RFC 3492).
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
