/// A time in a recording, or how long one is: “34:10”, “1:02:03”.
package struct PlayingTime: Comparable, Hashable, Sendable {
    package let milliseconds: Int64

    /// What is negative counts as the beginning.
    package init(milliseconds: Int64) {
        self.milliseconds = max(0, milliseconds)
    }

    /// Nil if there is no such time.
    package init?(seconds: Double) {
        guard seconds >= 0, seconds < 1e9 else { return nil }
        milliseconds = Int64((seconds * 1000).rounded())
    }

    /// Reads a text that is only a time: seconds, which may have a fraction, minutes and hours.
    package init?(_ text: some Collection<UInt8>) {
        guard let read = Self.read(text), read.end == text.endIndex else { return nil }
        self = read.time
    }

    /// Reads the time that a link leads to: `https://a.example/1.mp3#t=754`.
    package init?(ofLink link: String) {
        let bytes = link.utf8
        guard let mark = bytes.lastIndex(of: UInt8(ascii: "#")), bytes[mark...].starts(with: "#t=".utf8) else {
            return nil
        }
        self.init(bytes[mark...].dropFirst(3))
    }

    /// Reads the time with which a text begins. `isUsual` says that it is written as people write times: with minutes,
    /// and two digits for all but the first number.
    package static func read<Text: Collection<UInt8>>(
        _ text: Text
    ) -> (time: PlayingTime, end: Text.Index, isUsual: Bool)? {
        var (seconds, numbers, isUsual) = (Int64(0), 0, true)
        var rest = text[...]
        while true {
            let digits = rest.prefix(7).prefix { $0.isDigit }
            guard (1...6).contains(digits.count) else { return nil }
            let number = digits.number
            if numbers > 0, digits.count != 2 || number > 59 { isUsual = false }
            seconds = seconds * 60 + number
            numbers += 1
            rest = rest[digits.endIndex...]
            guard numbers < 3, rest.first == UInt8(ascii: ":"), rest.dropFirst().first?.isDigit == true else { break }
            rest.removeFirst()
        }
        var milliseconds = seconds * 1000
        if let sign = rest.first, ".,".utf8.contains(sign), rest.dropFirst().first?.isDigit == true {
            let digits = rest.dropFirst().prefix { $0.isDigit }
            let first = digits.prefix(3)
            milliseconds += first.number * [100, 10, 1][first.count - 1]
            rest = rest[digits.endIndex...]
        }
        return (PlayingTime(milliseconds: milliseconds), rest.startIndex, isUsual && numbers > 1)
    }

    package static func < (left: PlayingTime, right: PlayingTime) -> Bool { left.milliseconds < right.milliseconds }

    /// Its seconds as a number: “754”, “754.25”.
    package var inSeconds: String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(seconds)" : "\(seconds)." + String("\(1000 + rest)".dropFirst())
    }

    /// A link to this time in a file (Media Fragments, 4.2.1).
    package func link(into file: String) -> String { "\(file.prefix { $0 != "#" })#t=\(inSeconds)" }
}

extension PlayingTime: CustomStringConvertible {
    package var description: String {
        let seconds = milliseconds / 1000
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let rest = Self.twoDigits(seconds % 60)
        return hours == 0 ? "\(minutes):\(rest)" : "\(hours):\(Self.twoDigits(minutes)):\(rest)"
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Collection<UInt8> {
    /// The number that these digits are, if they are few.
    fileprivate var number: Int64 { reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } }
}
