package import Configuration
import Dispatch
import Library
package import Signals
import System

/// The commands of the command line that aren't operations.
@MainActor package final class Commanding: ReaderPart {
    unowned let reader: ReaderModel

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    /// Runs a command; returns false if it may be an operation.
    package func execute(_ line: ConfigLine) throws(ConfigProblem) -> Bool {
        let words = Array(line.operands)
        switch line.name {
        case "q", "quit", "q!", "quit!", "qa", "qa!": reader.perform(.quit)
        case "set": try set(typed: words, in: line)
        case "goto": try go(to: words.map(\.text).joined(separator: " "), in: line)
        case "source" where words.isEmpty: session.status = .refused("source needs a file name")
        case "source": for file in words { source(file.text) }
        case "tag" where words.isEmpty: reader.actions.arranging.chooseTag()
        case "tag": reader.actions.arranging.showTag(words.map(\.text).joined(separator: " "))
        // Without a file name, it is the operation that asks for one.
        case "save" where !words.isEmpty: save(to: words.map(\.text).joined(separator: " "))
        case "dumpconfig": dumpConfig(to: words.map(\.text).joined(separator: " "))
        default:
            guard words.isEmpty, let row = Self.row(line.name) else { return false }
            reader.go(toRow: row)
        }
        return true
    }

    /// Goes to a row by its number, or by words of its title, as newsboat does.
    private func go(to text: String, in line: ConfigLine) throws(ConfigProblem) {
        if let row = Self.row(text) { return reader.go(toRow: row) }
        let isNumber = text.allSatisfy(\.isNumber)
        guard !isNumber, reader.screen == .feeds || reader.screen == .items,
            let given = try? OperationWithArgument(.goToTitle, text)
        else {
            throw ConfigProblem(at: line.place, "goto needs a row number, or words of a title in a list")
        }
        reader.perform(given)
    }

    private static func row(_ text: String) -> Int? {
        Int(text).flatMap { (1...Counting.greatest).contains($0) ? $0 : nil }
    }

    /// Handles `set NAME VALUE`, `set NAME=VALUE`, `set NAME!`, `set NAME&`, and `set NAME?`, which only shows the
    /// value.
    private func set(typed words: [ConfigWord], in line: ConfigLine) throws(ConfigProblem) {
        guard let first = words.first else {
            throw ConfigProblem(at: line.place, "set needs a setting, such as “set text-width 60”")
        }
        var words = words
        if let sign = first.text.firstIndex(of: "="), Setting.named(String(first.text[..<sign])) != nil {
            let value = String(first.text[first.text.index(after: sign)...])
            words[0] = ConfigWord(String(first.text[..<sign]), at: first.place)
            words.insert(ConfigWord(value, at: first.place, isQuoted: first.isQuoted), at: 1)
        }
        let name = first.text.hasSuffix("?") ? String(first.text.dropLast()) : words[0].text
        if words.count == 1, let setting = Setting.named(name) { return tell(of: setting) }
        var config = self.session.config
        try config.set(words[...])
        session.config = try config.rebased(from: session.config, session.paths)
        if let setting = Setting.named(name.trimmingSign) { tell(of: setting) }
    }

    private func tell(of setting: Setting) {
        let value = session.config.value(of: setting).words.map(ConfigWord.quoted).joined(separator: " ")
        session.status = .done("\(setting.name) \(value.isEmpty ? "\"\"" : value)")
    }

    /// Applies the lines of a file as if they were in the config file, until lede ends.
    private func source(_ path: String) {
        let target = session.paths.expandingHome(path)
        guard PrivateFiles.exists(target) else { return session.status = .refused("No such file: \(path)") }
        let config = self.session.config.reading(target, session.paths)
        session.status = .done("Read \(path)")
        do throws(ConfigProblem) {
            session.config = try config.rebased(from: session.config, session.paths)
            reader.actions.settings.complain(of: config.problems)
        } catch {
            reader.actions.settings.complain(of: [error] + config.problems)
        }
    }

    private func save(to path: String) {
        do { try reader.actions.keeping.saveArticle(as: path, replacing: nil) } catch {
            session.status = .problem(error)
        }
    }

    /// Writes all settings to a file, in the format of the config file.
    private func dumpConfig(to path: String) {
        guard !path.isEmpty else { return session.status = .refused("dumpconfig needs a file name") }
        let target = session.paths.expandingHome(path)
        if PrivateFiles.isTaken(target) {
            return session.status = .refused("“\(path)” already exists: choose another name")
        }
        let lines = Setting.all.map { setting in
            let words = session.config.value(of: setting).words.map(ConfigWord.quoted)
            return "\(setting.name) \(words.isEmpty ? "\"\"" : words.joined(separator: " "))\n"
        }
        do {
            try PrivateFiles.writeOverLink(Array(lines.joined().utf8), to: target)
            session.status = .done("Saved the settings to \(path)")
        } catch {
            session.status = .problem(error)
        }
    }
}

// Completion.
extension Commanding {
    /// The commands that aren't operations.
    package static let commands = ["dumpconfig", "exec", "goto", "quit", "set", "source", "tag"]

    func ask(_ begun: String = "") {
        session.ask(
            Question(label: ":", history: "command", completion: completion(ofCommand:)) { [weak self] in
                self?.session.request(.command($0))
            }, text: begun)
    }

    func completion(ofCommand text: String) -> PromptCompletion {
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        let last = words.last ?? ""
        let operations = Operation.allCases.filter { !$0.isDigit }.map(\.rawValue)
        guard words.count > 1 else { return PromptCompletion(of: last, among: Self.commands + operations) }
        switch words[0] {
        case "set" where words.count == 2: return PromptCompletion(of: last, among: Setting.all.map(\.name))
        case "set":
            return PromptCompletion(of: last, among: Setting.named(String(words[1])).map(Self.values) ?? [], end: "")
        case "exec": return PromptCompletion(of: last, among: operations)
        case "tag":
            let begun = text.dropFirst("tag ".count)
            return PromptCompletion(of: begun, among: reader.feeds.all.flatMap(\.tags), end: "")
        case "source", "dumpconfig", "save": return session.paths.completion(of: String(last))
        default: return .none
        }
    }

    private static func values(of setting: Setting) -> [String] {
        if setting.name == Setting.theme.name {
            return ["auto"] + (Resources.path(of: "themes").map { FolderListing($0).names } ?? [])
        }
        return switch setting.kind {
        case .yesNo: ["yes", "no"]
        case .choice(let values): values
        case .number, .text, .words, .command, .format: []
        }
    }
}

extension String {
    /// The name without the sign after it, which says what to do with the setting.
    fileprivate var trimmingSign: String { last.map { "!&".contains($0) } == true ? String(dropLast()) : self }
}

/// Digits typed before an operation. They say how often to move, to which row Home, End or Enter goes, or how many rows
/// to change. If links have numbers and no motion follows, the digits open that link.
@MainActor package final class Counting: ReaderPart {
    unowned let reader: ReaderModel
    /// The number typed so far.
    @Published package private(set) var count: Int?
    /// Counts all digits, so that a waiting number can tell whether another digit followed.
    private var digitsTyped = 0

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    func add(digit: Int) {
        count = min((count ?? 0) * 10 + digit, Self.greatest)
        digitsTyped += 1
        guard hasNumberedLinks else { return }
        // newsboat has no counts, so its digits open links at once.
        if session.config.text(.keys) == "newsboat" { openTypedLink() } else { openTypedLinkSoon() }
    }

    /// Discards the typed digits.
    package func forget() { count = nil }

    /// Returns the number typed before an operation, and clears it unless the operation is another digit.
    func takeCount(for operation: Operation) -> Int? {
        let count = self.count
        if count != nil, !operation.isDigit { self.count = nil }
        return count.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Opens the link with the number typed before an operation, unless that is a motion or another digit. Returns
    /// whether it did.
    package func openTypedLink(before operation: Operation) -> Bool {
        !operation.isDigit && !operation.takesCount && openTypedLink()
    }

    private var hasNumberedLinks: Bool { reader.here.numberedLinks != nil }

    /// Waits a moment for another digit or a motion, then opens the link.
    private func openTypedLinkSoon() {
        MainQueue.async(after: .milliseconds(400)) { [weak self, digitsTyped] in
            if let self, self.digitsTyped == digitsTyped { self.openTypedLink() }
        }
    }

    /// Opens the link with the typed number; returns whether there was one.
    @discardableResult
    package func openTypedLink() -> Bool {
        guard hasNumberedLinks, let number = count else { return false }
        count = nil
        reader.openLink(typedNumber: number)
        return true
    }

    /// No list is longer.
    static let greatest = 99_999_999
}

extension Operation {
    /// Whether a count says how many rows it changes.
    var takesRows: Bool {
        switch self {
        case .toggleRead, .toggleStar, .deleteItem, .tagItem, .groupFeed: true
        default: false
        }
    }

    /// Whether it uses a count wherever there are rows or lines.
    package var takesCount: Bool {
        switch self {
        case .open, .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .home, .end, .escape, .next, .previous,
            .nextUnread, .previousUnread, .nextFeed, .previousFeed, .nextUnreadFeed, .previousUnreadFeed:
            true
        default: false
        }
    }

    /// Whether it moves to another row, or may do so afterwards. Only then may moving mark items read. Deleting and
    /// undoing don't count, so that the next undo still applies to them.
    var goesToRows: Bool {
        switch topic {
        case .moving, .reading: true
        default: [.toggleRead, .search, .nextHit, .previousHit].contains(self)
        }
    }

    var isDigit: Bool { digit != nil }

    package var digit: Int? {
        [.zero, .one, .two, .three, .four, .five, .six, .seven, .eight, .nine].firstIndex(of: self)
    }
}
