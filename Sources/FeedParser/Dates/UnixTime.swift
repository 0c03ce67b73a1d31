import FoundationEssentials

/// Seconds or milliseconds since 1970, with so many digits that they can't be a calendar date.
enum UnixTime {
    static func read(_ text: String) -> Date? {
        guard text.utf8.allSatisfy(\.isDigit), let number = Double(text) else { return nil }
        return switch text.utf8.count {
        case 10: Date(timeIntervalSince1970: number)
        case 13: Date(timeIntervalSince1970: number / 1000)
        default: nil
        }
    }
}
