/// A clock's offset from UTC in minutes.
enum ZoneOffset {
    /// Returns nil for an offset that no clock has: the largest is Kiritimati's 14 hours.
    static func minutes(hours: Int, minutes: Int, sign: UInt8) -> Int? {
        guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return switch sign {
        case UInt8(ascii: "+"): hours * 60 + minutes
        case UInt8(ascii: "-"): -(hours * 60 + minutes)
        default: nil
        }
    }

    /// Reads the digits after a sign: "1", "01", "130", "0130".
    static func minutes(digits: Substring.UTF8View, sign: UInt8) -> Int? {
        guard (1...4).contains(digits.count), let number = Int(Substring(digits)) else { return nil }
        return digits.count > 2
            ? minutes(hours: number / 100, minutes: number % 100, sign: sign)
            : minutes(hours: number, minutes: 0, sign: sign)
    }
}
