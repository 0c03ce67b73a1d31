import Configuration
import Terminal
import ViewModels

/// What keys do in each screen. To add a key, add a line here; the help reads it from here.
nonisolated struct KeyMap: Equatable {
    /// Keys pressed one after the other, and what they do in some screens.
    struct Binding: Equatable {
        let keys: [Key]
        let action: KeyAction
        fileprivate(set) var screens: [Screen]
        /// Whether the user bound it.
        let isOwn: Bool
        /// The number of bindings made earlier.
        fileprivate let number: Int
    }

    /// Whether the screen can't show arrows in the names of keys.
    var isInASCII = false
    /// Whether digits open links at once, as in newsboat, and are never counts.
    var digitsAreLinks = false

    static let standard = KeyMap(
        [
            bind(.open, to: .enter, .right, in: .welcome, .feeds, .items, .links, .failures, .information, .history),
            bind(.open, to: .enter, in: .article, .episodes),
            bind(.back, to: .character("q")),
            bind(.left, to: .left, .character("h")),
            bind(.down, to: .character("j"), .down),
            bind(.up, to: .character("k"), .up),
            bind(.pageDown, to: .pageDown, .control("f")),
            bind(.readOn, to: .character(" "), in: .article),
            bind(
                .pageDown, to: .character(" "),
                in: .items, .picture, .links, .failures, .information, .help, .history, .episodes),
            bind(.halfPageDown, to: .control("d")),
            bind(.halfPageUp, to: .control("u")),
            bind(.nextUnread, to: .character("n"), in: .feeds, .items, .article),
            bind(.previousUnread, to: .character("p"), in: .feeds, .items, .article),
            bind(.down, to: .character("J"), in: .feeds),
            bind(.up, to: .character("K"), in: .feeds),
            bind(.next, to: .character("J"), in: .items, .article, .links),
            bind(.previous, to: .character("K"), in: .items, .article, .links),
            bind(.nextFeed, to: .character("}"), in: .items, .article),
            bind(.previousFeed, to: .character("{"), in: .items, .article),
            bind(.nextUnreadFeed, to: .control("n"), in: .feeds, .items, .article),
            bind(.previousUnreadFeed, to: .control("p"), in: .feeds, .items, .article),
            bind(.randomUnread, to: .control("k"), in: .feeds, .items, .article),
            bind(.goToTitle, to: .character("'"), in: .feeds, .items),
            bind(.showFeedOfItem, to: .character("a"), in: .items, .article),
            bind(.pageUp, to: .pageUp, .control("b")),
            bind(.home, to: .home, .character("g")),
            bind(.end, to: .end, .character("G")),
            bind(.refreshFeed, to: .character("r"), in: .feeds, .items, .article, .failures, .information),
            bind(.refreshAll, to: .character("R"), in: .feeds, .items, .article, .failures),
            bind(.escape, to: .escape),
            bind(.stopRefresh, to: .control("c"), in: .feeds, .items, .article, .links, .failures, .information, .help),
            bind(.markFeedRead, to: .character("A"), in: .feeds, .items, .article),
            bind(.markEverythingRead, to: .character("C"), in: .feeds, .items, .article),
            bind(
                .undo, to: .character("u"),
                in: .welcome, .feeds, .items, .article, .links, .failures, .information, .history, .episodes),
            bind(
                .redo, to: .control("r"),
                in: .welcome, .feeds, .items, .article, .links, .failures, .information, .history, .episodes),
            bind(.undoRules, to: .character("&"), in: .feeds, .items, .article, .history),
            bind(.showHistory, to: .character("H"), in: .feeds, .items, .article, .failures, .episodes),
            bind(.toggleStar, to: .character("s"), in: .items, .article, .episodes),
            bind(.toggleRead, to: .character("N"), in: .items, .article, .episodes),
            bind(.markAboveRead, to: .character("M"), in: .items),
            bind(.select, to: .character("v"), in: .feeds, .items),
            bind(.tagItem, to: .character("T"), in: .items, .article),
            bind(.deleteItem, to: .character("D"), in: .items, .article),
            bind(.deleteAllItems, to: .control("x"), in: .items),
            bind(
                .openInBrowser, to: .character("o"),
                in: .feeds, .items, .article, .picture, .links, .failures, .information, .episodes),
            bind(.openAndMarkRead, to: .character("O"), in: .items, .article, .links),
            bind(.openBehind, to: .control("o"), in: .feeds, .items, .article, .picture, .links, .failures),
            bind(.openComments, to: .character(";"), in: .items, .article),
            bind(.enqueue, to: .character("e"), in: .items, .article, .links, .episodes),
            bind(.play, to: .character("p"), in: .episodes),
            bind(.stopPlaying, to: .character("S"), in: .episodes),
            bind(.download, to: .character("d"), in: .episodes),
            bind(.dequeue, to: .character("D"), in: .episodes),
            bind(.openNotes, to: .right, .character("i"), in: .episodes),
            bind(.toggleHeard, to: .character("m"), in: .episodes),
            bind(.clearHeard, to: .character("P"), in: .episodes),
            bind(.moveEpisodeUp, to: .character("("), .character("K"), in: .episodes),
            bind(.moveEpisodeDown, to: .character(")"), .character("J"), in: .episodes),
            bind(.showEpisodes, to: .character("L"), in: .feeds, .items, .article),
            bind(.pausePlaying, to: .character("x")),
            bind(.skipBack, to: .character("-")),
            bind(.skipForward, to: .character(".")),
            bind(.chooseChapter, to: .character("%")),
            bind(.chooseSpeed, to: .character("$")),
            bind(.saveArticle, to: .character("W"), in: .items, .article),
            bind(.saveAll, to: .character("w"), in: .items),
            bind(.keepBookmark, to: .character("X"), in: .items, .article, .links),
            bind(.share, to: .character("c"), in: .items, .article),
            bind(.copyLink, to: .character("y"), in: .feeds, .items, .article, .picture, .links, .failures),
            bind(.copyTitleAndLink, to: .character("Y"), in: .feeds, .items, .article, .links, .failures),
            bind(.pipeArticle, to: .character("|"), in: .items, .article),
            bind(.toggleSource, to: .character("\\"), in: .article),
            bind(.toggleFullText, to: .character("F"), in: .article),
            bind(.openPage, to: .character("B"), in: .items),
            bind(.togglePictures, to: .character("i"), in: .article),
            bind(.showLinks, to: .character("U"), in: .items, .article),
            bind(.showLinkHints, to: .character("f"), in: .article),
            bind(.search, to: .character("/"), in: .feeds, .items, .article, .failures, .information, .help),
            bind(.nextHit, to: .character("]"), in: .article, .failures, .information, .help),
            bind(.previousHit, to: .character("["), in: .article, .failures, .information, .help),
            bind(.goToLink, to: .character("#"), in: .article, .links),
            bind(.one, to: .character("1"), in: .feeds, .items, .article, .links, .failures),
            bind(.two, to: .character("2"), in: .feeds, .items, .article, .links, .failures),
            bind(.three, to: .character("3"), in: .feeds, .items, .article, .links, .failures),
            bind(.four, to: .character("4"), in: .feeds, .items, .article, .links, .failures),
            bind(.five, to: .character("5"), in: .feeds, .items, .article, .links, .failures),
            bind(.six, to: .character("6"), in: .feeds, .items, .article, .links, .failures),
            bind(.seven, to: .character("7"), in: .feeds, .items, .article, .links, .failures),
            bind(.eight, to: .character("8"), in: .feeds, .items, .article, .links, .failures),
            bind(.nine, to: .character("9"), in: .feeds, .items, .article, .links, .failures),
            bind(.zero, to: .character("0"), in: .feeds, .items, .article, .links, .failures),
            bind(.importReader, to: .character("m"), in: .welcome),
            bind(.startWithStarterFeeds, to: .character("s"), in: .welcome),
            bind(.addFeed, to: .character("a"), in: .welcome, .feeds),
            bind(.filter, to: .character("f"), in: .feeds, .items),
            bind(.chooseFilter, to: .control("s"), in: .feeds, .items),
            bind(.clearFilter, to: .control("g"), in: .feeds, .items),
            bind(.previousFound, to: .character("Z"), in: .items),
            bind(.saveSearch, to: .character("F"), in: .items),
            bind(.manageFeed, to: .character("m"), in: .feeds, .items, .article, .failures, .information),
            bind(.renameFeed, to: .character("M"), in: .feeds, .failures),
            bind(.tagFeed, to: .character("T"), in: .feeds, .failures),
            bind(.groupFeed, to: .character("V"), in: .feeds, .failures),
            bind(.moveFeedUp, to: .character("("), in: .feeds),
            bind(.moveFeedDown, to: .character(")"), in: .feeds),
            bind(.pauseFeed, to: .character("P"), in: .feeds, .failures),
            bind(.changeAddress, to: .character("@"), in: .feeds, .failures, .information),
            bind(.removeFeed, to: .character("D"), in: .feeds, .failures),
            bind(.editUrls, to: .character("e"), in: .feeds, .failures, .information),
            bind(.reloadUrls, to: .function(5), in: .feeds, .failures),
            bind(.importOPML, to: .character("i"), in: .welcome, .feeds),
            bind(.showFailures, to: .character("E"), in: .welcome, .feeds, .items, .article, .information),
            bind(.showInformation, to: .character("I"), in: .feeds, .items, .article, .failures),
            bind(.switchFocus, to: .tab, in: .feeds, .items, .article),
            bind(.switchFocusBack, to: .backTab, in: .feeds, .items, .article),
            bind(.zoom, to: .character("z"), in: .feeds, .items, .article),
            bind(.widen, to: .character(">"), in: .feeds, .items, .article),
            bind(.narrow, to: .character("<"), in: .feeds, .items, .article),
            bind(.toggleFold, to: .character(" "), in: .feeds),
            bind(.chooseTag, to: .character("t"), in: .feeds, .items),
            bind(.clearTag, to: .control("t"), in: .feeds),
            bind(.sort, to: .character("S"), in: .feeds, .items),
            bind(.reverseOrder, to: .character("~"), in: .feeds, .items),
            bind(.toggleShowRead, to: .character("l"), in: .feeds, .items),
            bind(.commandLine, to: .character(":")),
            bind(.help, to: .character("?")),
            bind(.redraw, to: .control("l")),
            bind(.suspend, to: .control("z")),
            bind(.quit, to: .character("Q"))
        ])

    /// Grouped by their first key, so that no lookup has to compare all bindings.
    private var bindings: [Key: [Binding]] = [:]
    private var made = 0

    private init(_ operations: [(operation: Operation, keys: [Key], screens: [Screen])]) {
        bindings.reserveCapacity(2 * operations.count)
        for (operation, keys, screens) in operations {
            for key in keys { add([key], to: KeyAction(operation), in: screens, isOwn: false) }
        }
    }

    /// The bindings in the order of the help.
    func bindings(in screen: Screen) -> [Binding] {
        bindings.values.joined().filter { $0.screens.contains(screen) }.sorted { $0.number < $1.number }
    }

    /// What keys pressed one after the other mean.
    enum Meaning: Equatable {
        case action(KeyAction)
        /// More keys have to follow.
        case beginning
        case nothing
    }

    func meaning(of keys: [Key], in screen: Screen) -> Meaning {
        var isBeginning = false
        for binding in bindings(beginningLike: keys) where binding.screens.contains(screen) {
            if binding.keys == keys { return .action(binding.action) }
            if binding.keys.starts(with: keys) { isBeginning = true }
        }
        return isBeginning ? .beginning : .nothing
    }

    /// The name of the operation's keys in hints; nil if it has none in the screen.
    func keyName(of operation: Operation, in screen: Screen) -> String? {
        let candidates = bindings.values.joined().filter { $0.action.isJust(operation) && $0.screens.contains(screen) }
        return candidates.min { $0.number < $1.number }.map { name(of: $0.keys) }
    }

    /// The name of keys pressed one after the other, as this screen can show it.
    func name(of keys: [Key]) -> String { Key.name(of: keys, inASCII: isInASCII) }

    /// Binds keys. Removes their earlier meaning, and all bindings that begin with these keys or that these keys begin
    /// with, so that a key's meaning never depends on a timer.
    mutating func bind(_ keys: [Key], to action: KeyAction, in screens: [Screen], isOwn: Bool) {
        remove(screens, from: keys) { Self.goTogether($0, keys) }
        add(keys, to: action, in: screens, isOwn: isOwn)
    }

    /// Removes the keys' meaning in some screens.
    mutating func unbind(_ keys: [Key], in screens: [Screen]) {
        remove(screens, from: keys) { $0 == keys }
    }

    /// Removes all keys of some screens.
    mutating func unbindAll(in screens: [Screen]) {
        for key in bindings.keys { remove(screens, from: [key]) { _ in true } }
    }

    private func bindings(beginningLike keys: [Key]) -> [Binding] { keys.first.flatMap { bindings[$0] } ?? [] }

    private mutating func add(_ keys: [Key], to action: KeyAction, in screens: [Screen], isOwn: Bool) {
        guard let first = keys.first else { return }
        bindings[first, default: []].append(
            Binding(keys: keys, action: action, screens: screens, isOwn: isOwn, number: made))
        made += 1
    }

    private mutating func remove(_ screens: [Screen], from keys: [Key], where isMeant: ([Key]) -> Bool) {
        guard let first = keys.first, let old = bindings[first] else { return }
        let kept = old.compactMap { binding -> Binding? in
            guard isMeant(binding.keys) else { return binding }
            var binding = binding
            binding.screens.removeAll(where: screens.contains)
            return binding.screens.isEmpty ? nil : binding
        }
        bindings[first] = kept.isEmpty ? nil : kept
    }

    /// Whether one of them begins with the other.
    private static func goTogether(_ one: [Key], _ other: [Key]) -> Bool { zip(one, other).allSatisfy { $0 == $1 } }

    private static func bind(
        _ operation: Operation, to keys: Key..., in screens: Screen...
    ) -> (operation: Operation, keys: [Key], screens: [Screen]) {
        (operation, keys, screens.isEmpty ? Screen.allCases : screens)
    }
}

/// What keys do: one operation, or several steps in order.
nonisolated struct KeyAction: Equatable {
    enum Step: Equatable {
        case operation(Operation)
        /// An operation with the answer that it would otherwise ask for.
        case given(OperationWithArgument)
        /// Changes a setting until lede ends. The words are those after “set”.
        case set([ConfigWord])
        /// Runs a program with data of the article or item in its arguments, and possibly the article as input.
        case run(ExternalCommand, Input)
    }

    enum Input: Equatable {
        case terminal
        /// The text of the article.
        case article
    }

    let steps: [Step]
    /// The user's description.
    var description: String?

    init(_ operation: Operation) {
        steps = [.operation(operation)]
    }

    init(_ steps: [Step], description: String? = nil) {
        self.steps = steps
        self.description = description
    }

    /// The operation, if there is nothing else; nil for a macro.
    var operation: Operation? {
        guard steps.count == 1, case .operation(let operation) = steps[0] else { return nil }
        return operation
    }

    /// Under which heading the help lists it; nil for what the user combined. Keys of `keys newsboat` that combine
    /// operations are listed under that of the first.
    func topic(isOwn: Bool) -> ViewModels.Operation.Topic? {
        if isOwn { return operation?.topic }
        return steps.first.flatMap { $0.asksForRow ? .moving : $0.operation?.topic }
    }

    /// Whether it does only this operation, without a description.
    func isJust(_ operation: Operation) -> Bool { description == nil && self.operation == operation }

    /// What it does in a screen, for the help. `digitsAreLinks` says whether each digit opens a link at once.
    func explanation(in screen: Screen, digitsAreLinks: Bool = false) -> String {
        description
            ?? parts.map { $0.explanation(in: screen, digitsAreLinks: digitsAreLinks) }.joined(separator: ", then ")
    }

    /// The steps, with the digits before each.
    private var parts: [Part] {
        var parts: [Part] = []
        var digits: [Int] = []
        for step in steps {
            if let digit = step.operation?.digit {
                digits.append(digit)
            } else {
                parts.append(Part(digits: digits, step: step))
                digits = []
            }
        }
        return digits.isEmpty ? parts : parts + [Part(digits: digits, step: nil)]
    }

    /// A step, and the digits before it: a count, or the number of a link.
    private struct Part {
        let digits: [Int]
        let step: Step?

        func explanation(in screen: Screen, digitsAreLinks: Bool) -> String {
            let number = digits.map(String.init).joined()
            let typed: [String] =
                if digits.isEmpty {
                    []
                } else if !screen.numbersLinks || step?.operation?.takesCount == true && !digitsAreLinks {
                    ["type \(number)"]
                } else if digitsAreLinks {
                    digits.map { "open link \($0 == 0 ? 10 : $0)" }
                } else {
                    ["open link \(number == "0" ? "10" : number)"]
                }
            return (typed + [step?.explanation(in: screen)].compactMap(\.self)).joined(separator: ", then ")
        }
    }
}

nonisolated extension KeyAction.Step {
    var isSetting: Bool { if case .set = self { true } else { false } }

    /// The operation, with or without an argument.
    fileprivate var operation: ViewModels.Operation? {
        switch self {
        case .operation(let operation): operation
        case .given(let given): given.operation
        case .set, .run: nil
        }
    }

    /// Whether it begins the command line with a digit, as newsboat's digits do.
    fileprivate var asksForRow: Bool {
        if case .given(let given) = self { given.operation == .commandLine && Int(given.text) != nil } else { false }
    }

    fileprivate func explanation(in screen: Screen) -> String {
        switch self {
        case .given where asksForRow: "type the number of the row to go to"
        case .operation(let operation): operation.explanation(in: screen)
        case .given(let given) where given.operation == .toggleRead: "mark \(given.text)"
        case .given(let given): "\(given.operation.explanation(in: screen)): \(given.text)"
        case .set(let words): "set " + words.map(\.text).joined(separator: " ")
        case .run(let command, .terminal): "run \(command.name)"
        case .run(let command, .article): "pipe the article to \(command.name)"
        }
    }
}
