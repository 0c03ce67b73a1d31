import Glibc
import TestSupport

/// One thing that a careless user does to a reader.
enum SoakInput {
    case key(Keystroke)
    /// Opens a prompt, types and sends it, or thinks better of it.
    case line(Keystroke, String, end: Keystroke)
    case paste(String)
    case mouse(code: Int, row: Int, column: Int, isRelease: Bool)
    case size(columns: Int, rows: Int)
    /// Stops the process and lets it go on.
    case stop
    /// Sends it to the shell that started it, which brings it back.
    case suspend
    case leave(Int32)

    init(mayLeave: Bool, using chance: inout SplitMix) {
        switch Int.random(in: 0..<1000, using: &chance) {
        case ..<780: self = .key(Self.key(mayLeave, using: &chance))
        case ..<860:
            let (start, texts) = Self.prompts.randomElement(using: &chance) ?? ("/", Self.words)
            self = .line(
                start, texts.randomElement(using: &chance) ?? "",
                end: Int.random(in: 0..<4, using: &chance) == 0 ? .escape : .enter)
        case ..<880: self = .paste(Self.pastes.randomElement(using: &chance) ?? "")
        case ..<960:
            self = .mouse(
                code: [0, 0, 0, 0, 1, 2, 32, 35, 64, 65, 68].randomElement(using: &chance) ?? 0,
                row: .random(in: 0..<45, using: &chance), column: .random(in: 0..<150, using: &chance),
                isRelease: Int.random(in: 0..<4, using: &chance) == 0)
        case ..<985:
            let (columns, rows) = Self.sizes.randomElement(using: &chance) ?? (80, 24)
            self = .size(columns: columns, rows: rows)
        case ..<990: self = .stop
        case ..<997 where mayLeave: self = .suspend
        case 997... where mayLeave:
            self = .leave([SIGTERM, SIGHUP, SIGKILL].randomElement(using: &chance) ?? SIGTERM)
        default: self = .key(.escape)
        }
    }

    private static func key(_ mayLeave: Bool, using chance: inout SplitMix) -> Keystroke {
        switch Int.random(in: 0..<10, using: &chance) {
        case ..<6: return .text(String(letters.randomElement(using: &chance) ?? "j"))
        case ..<7: return .control(controls.randomElement(using: &chance) ?? "l")
        default:
            let key = keys.randomElement(using: &chance) ?? .enter
            return mayLeave && Int.random(in: 0..<200, using: &chance) == 0 ? "q" : key
        }
    }

    // Without “/”, so that no file is named that isn't in the home, and without “q”, which leaves.
    private static let letters = Array(
        "jjjkkklhgGnnnpJKR}{'arACuuu&HssNNNMvvTDoOWwXcyYFiUf][#1234567890mZtSlzEI@MV()P<>~?\\|e :.x日é")
    private static let controls = Array("dufbnpkrxosgtlc")
    private static let keys: [Keystroke] = [
        .enter, .enter, .enter, .escape, .escape, .left, .left, .right, .up, .down, .down, .pageUp, .pageDown, .home,
        .end, .tab, .backTab, .backspace, .delete, .function(5), .function(1), .alt("x"), " ", " "
    ]
    private static let sizes = [
        (80, 24), (80, 24), (140, 40), (140, 40), (40, 10), (20, 5), (1, 1), (2, 3), (200, 50), (80, 3), (9, 30)
    ]

    private static let prompts: [(Keystroke, [String])] = [
        ("/", words), ("f", words), (":", commands), ("T", ["later", "now", "-later", "a, b, c"]),
        ("'", ["news", "7", "none"]), ("|", ["true", "cat", "false", "nothing here"]),
        ("a", ["nowhere.invalid/feed", "not a feed", "127.0.0.1:9/feed"]), ("M", ["My feed", "", "日本"]),
        ("V", ["code", "code/swift", ""]), ("@", ["nowhere.invalid/moved"]), ("#", ["1", "99", "x"])
    ]
    private static let words = [
        "swift", "story", "is:starred", "is:unread", "tag:later", "title:story", "\"a story", "-swift", "age < 3",
        "unread = \"yes\"", "((", "title =~ \"(\"", "日本語", "é", "x", "feed:news after:yesterday", ""
    ]
    private static let commands = [
        "set text-width 60", "set text-width 0", "set preview yes", "set preview no", "set group-feeds no",
        "set group-feeds yes", "set article-sort-order title", "set article-sort-order newest", "set scrolloff 5",
        "set show-read-feeds yes", "set nonsense 3", "set", "goto 3", "12", "tag later", "tag", "goto news",
        "source config", "save article.txt", "dumpconfig settings", "bogus", "sort", "\"", "set pictures no",
        "set pictures blocks", "set mark-as-read-on-hover yes", "set mark-as-read-on-hover no"
    ]
    private static let pastes = [
        "swift", "two\nlines", "http://127.0.0.1:9/pasted", "\t\u{1}\u{2}", String(repeating: "long ", count: 5000),
        "\u{1B}]0;title\u{7}\u{1B}[31m", "\u{202E}backwards", "👩‍👩‍👧‍👦e\u{301}\u{FFFF}", ""
    ]
}
