import CTerminfo

/// The keys in the terminal's description.
enum KnownKeys {
    static func ofTerminal() -> [[UInt8]: Key] {
        var known: [[UInt8]: Key] = [:]
        for (name, key) in names {
            guard let sent = lede_terminfo_string(name).map({ Array(String(cString: $0).utf8) }) else { continue }
            // Anything else is a character, with its usual meaning.
            if sent.count > 1, sent[0] == 0x1B { known[sent] = key }
        }
        return known
    }

    /// Names of terminfo(5).
    private static let names: [(String, Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
            ("kbs", .backspace), ("kLFT5", .wordLeft), ("kRIT5", .wordRight)
        ] + (1...12).map { ("kf\($0)", .function($0)) }
}
