import CTerminfo

/// What the terminal's description says that its keys send.
enum KnownKeys {
    static func ofTerminal() -> [[UInt8]: Key] {
        var known: [[UInt8]: Key] = [:]
        for (name, key) in names {
            guard let sent = lede_terminfo_string(name).map({ Array(String(cString: $0).utf8) }) else { continue }
            // What begins otherwise is a character, which means what it means everywhere.
            if sent.count > 1, sent[0] == 0x1B { known[sent] = key }
        }
        return known
    }

    /// By terminfo(5).
    private static let names: [(String, Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
            ("kbs", .backspace), ("kLFT5", .wordLeft), ("kRIT5", .wordRight)
        ] + (1...12).map { ("kf\($0)", .function($0)) }
}
