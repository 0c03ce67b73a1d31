import Configuration
import Terminal
import Testing
import Typesetting
import ViewModels

@testable import TerminalUI

@Suite struct `The keys` {
    @Test func `every key has one meaning in each place`() {
        for screen in Screen.allCases {
            let keys = KeyMap.standard.bindings(in: screen).map(\.keys)
            #expect(Set(keys).count == keys.count, "\(screen)")
        }
    }

    @Test func `a key keeps its meaning if its line in the config file becomes invalid`() throws {
        let lines = ["bind y everywhere %", "bind-key y %", "macro y %"]
        for line in lines {
            let before = KeyMap(try config(line.replacing("%", with: "help")))
            let after = KeyMap(try config(line.replacing("%", with: "hlep")), before: before)
            for keys in [[.character("y")], [.character(","), .character("y")]] as [[Key]] {
                #expect(after.meaning(of: keys, in: .feeds) == before.meaning(of: keys, in: .feeds), "\(line)")
            }
        }
    }

    /// Nothing can undo opening ten pages, so users have to bind keys for that themselves. For others no key was free.
    private static let unbound: Set<Operation> = [
        .openAllUnread, .openAllUnreadAndMarkRead, .toggleOffline, .markOlderRead
    ]

    @Test func `keys reach every operation except those that are dangerous by mistake`() throws {
        // newsboat has one key for choosing an order and reversing it; lede has two.
        let maps = [
            (KeyMap.standard, Self.unbound.union([.sortReversed])), (KeyMap(try config("keys newsboat")), Self.unbound)
        ]
        for (map, unbound) in maps {
            let reached = map.allBindings.flatMap(\.action.steps)
            for operation in Operation.allCases {
                #expect(reached.contains(.operation(operation)) != unbound.contains(operation), "\(operation)")
            }
        }
    }

    @Test(arguments: [
        "macro i open-in-browser-noninteractively ; toggle-article-read \"read\"", "macro f set-filter \"age < 2\"",
        "macro e edit-urls \"code %f:%L\"", "bind l feedlist set-tag linux", "macro s save ~/article.txt -- \"save\""
    ])
    func `operations in the config file may have arguments, as in newsboat's macros`(line: String) throws {
        #expect(KeyMap.problems(of: try config(line)).isEmpty)
    }

    @Test func `an invalid argument of an operation is a problem that names the valid ones`() throws {
        let problems = KeyMap.problems(of: try config("macro i toggle-article-read \"later\""))
        #expect(problems.map(\.message) == ["toggle-article-read takes “read” or “unread”"])
    }

    @Test func `the help of every place shows all its keys, as they are bound`() throws {
        for map in [KeyMap.standard, KeyMap(try config("keys newsboat\nbind gx everywhere open; quit -- \"twice\""))] {
            for screen in Screen.allCases {
                let help = map.help(for: screen, columns: 200).lines(width: 200).map(\.text).joined(separator: "\n")
                for binding in map.bindings(in: screen) {
                    #expect(help.contains(Key.name(of: binding.keys)))
                    #expect(help.contains(map.explanation(of: binding, in: screen)))
                }
            }
        }
    }

    @Test(arguments: ["", "keys newsboat"])
    func `that the advice on feeds names work in the failures and in the feed details`(line: String) throws {
        let map = KeyMap(try config(line))
        let operations: [Operation] = [
            .refreshFeed, .manageFeed, .changeAddress, .editUrls, .openInBrowser, .undo, .redo
        ]
        for screen in [Screen.failures, .information] {
            for operation in operations {
                #expect(map.keyName(of: operation, in: screen) != nil, "\(operation) in \(screen)")
            }
        }
    }

    @Test func `add a feed only in its preview`() {
        let words = Operation.open.explanation(in: .information)
        func help(_ isEnabled: (Operation) -> Bool) -> String {
            KeyMap.standard.help(for: .information, columns: 80, isEnabled: isEnabled).words
        }
        #expect(help { _ in true }.contains(words))
        #expect(!help { $0 != .open }.contains(words))
    }

    @Test func `are listed once in the help of the welcome screen`() {
        let help = KeyMap.standard.help(for: .welcome, columns: 80).words
        for words in ["add the starter feeds", "import from newsboat", "add a feed by", "import feeds from"] {
            #expect(help.ranges(of: words).count == 1, "\(words)")
        }
    }

    @Test func `of newsboat's digits take one row of the help`() throws {
        let map = KeyMap(try config("keys newsboat"))
        let list = map.help(for: .feeds, columns: 80).words
        #expect(list.contains("1 2 3 4 5 6 7 8 9  type the number of the row to go to"))
        #expect(!list.contains("Your own keys"))
        let article = map.help(for: .article, columns: 80).words
        #expect(article.contains("1 2 3 4 5 6 7 8 9 0  open the link with this number"))
        #expect(!article.contains("repeat the next motion"))
    }

    @Test func `the help says which digits a macro types, and lists only the user's keys as own ones`() throws {
        let standard = KeyMap(try config("macro t three ; down\nmacro l one ; two\nbind b everywhere nine"))
        let list = standard.help(for: .items, columns: 80).flatWords
        #expect(list.contains(",t type 3, then move down"))
        #expect(list.contains("1 2 3 4 5 6 7 8 9 repeat the next motion"))
        #expect(list.contains("b type 9"))
        let article = standard.help(for: .article, columns: 80).flatWords
        #expect(article.contains(",t type 3, then move down"))
        #expect(article.contains(",l open link 12"))
        let newsboat = KeyMap(try config("keys newsboat\nmacro l one ; quit"))
        let theirs = newsboat.help(for: .article, columns: 80).flatWords
        let own = try #require(theirs.firstRange(of: "Your own keys"))
        #expect(theirs[own.upperBound...].hasSuffix(" ,l open link 1, then go back"))
        #expect(theirs[..<own.lowerBound].contains("N mark unread, then go back"))
    }

    @Test(arguments: [30, 200])
    func `the help dims keys that have nothing to act on`(columns: Int) throws {
        let help = KeyMap.standard.help(for: .items, columns: columns) { $0 != .openInBrowser }
        let runs = help.lines(width: columns).flatMap(\.runs)
        func styles(_ words: String) -> [Style] { runs.filter { $0.text.contains(words) }.map(\.style) }
        #expect(styles(Operation.openInBrowser.explanation.prefix(12).description).contains { $0.contains(.dim) })
        #expect(styles(Operation.toggleStar.explanation.prefix(12).description).allSatisfy { !$0.contains(.dim) })
    }

    @Test func `undo has a key wherever keys change items`() throws {
        for map in [KeyMap.standard, KeyMap(try config("keys newsboat"))] {
            for screen in Screen.allCases where map.bindings(in: screen).contains(where: { $0.action.isMarking }) {
                #expect(map.keyName(of: .undo, in: screen) != nil, "\(screen)")
            }
        }
    }

    @Test func `lede's keys are those that other readers have taught`() {
        let expected: [(Key, Operation)] = [
            (.enter, .open), (.character("q"), .back), (.character("j"), .down), (.character("k"), .up), (.down, .down),
            (.up, .up), (.pageDown, .pageDown), (.pageUp, .pageUp), (.home, .home), (.end, .end),
            (.character("r"), .refreshFeed), (.character("R"), .refreshAll), (.character("A"), .markFeedRead),
            (.character("N"), .toggleRead), (.character("o"), .openInBrowser), (.character("?"), .help)
        ]
        for (key, operation) in expected {
            #expect(KeyMap.standard.meaning(of: [key], in: .items) == .action(KeyAction(operation)))
        }
    }
}

@Suite struct `Keys in the config file` {
    /// The meaning of keys after a line of the config file, by default in the list of items.
    private func meaning(of keys: String, after line: String, in screen: Screen = .items) throws -> KeyMap.Meaning {
        let sequence = try #require(Key.sequence(keys))
        return KeyMap(try config(line)).meaning(of: sequence, in: screen)
    }

    private func problems(_ line: String) throws -> [String] {
        ConfigCheck.problems(of: try config(line)).map { "\($0.place.column): \($0.message)" }
    }

    @Test(
        arguments: [
            ("bind b articlelist reload", "b", Operation.refreshFeed),
            ("bind-key b reload articlelist", "b", .refreshFeed),
            ("bind-key b reload", "b", .refreshFeed), ("bind gx everywhere quit", "gx", .back),
            ("bind <C-x>^Y items,article open", "^X^Y", .open), ("bind <F5> all reload-all", "<F5>", .refreshAll),
            ("bind-key ENTER quit", "<ENTER>", .back), ("bind <LT> everywhere home", "<LT>", .home),
            ("macro x reload", ",x", .refreshFeed), ("bind ^ everywhere end", "^", .end)
        ])
    func `a line of the config file binds its keys`(line: String, keys: String, operation: Operation) throws {
        #expect(try meaning(of: keys, after: line) == .action(KeyAction(operation)))
        #expect(try problems(line) == [])
    }

    @Test(arguments: [
        ("macro x reload\nbind-key ; macro-prefix", [",x", ";x"]),
        ("bind-key ; macro-prefix\nmacro x reload", [",x", ";x"]),
        ("bind ^O everywhere macro-prefix\nmacro x reload", [",x", "^Ox"]),
        ("bind-key ; macro-prefix\nunbind-key ,\nmacro x reload", [";x"]),
        ("bind-key ; macro-prefix\nbind-key , quit\nmacro x reload", [";x"]),
        ("unbind-key -a\nbind-key , macro-prefix\nmacro x reload", [",x"])
    ])
    func `keys bound to newsboat's macro-prefix begin macros`(lines: String, keys: [String]) throws {
        #expect(try problems(lines) == [])
        for sequence in [",x", ";x", "^Ox"] {
            let action = KeyMap.Meaning.action(KeyAction(.refreshFeed))
            #expect(try (meaning(of: sequence, after: lines) == action) == keys.contains(sequence), "\(sequence)")
        }
        #expect(
            try meaning(of: ";x", after: "bind-key ; macro-prefix articlelist\nmacro x reload", in: .feeds) == .nothing)
    }

    @Test func `a line that names places binds keys only there`() throws {
        #expect(try meaning(of: "b", after: "bind b feedlist quit") == .nothing)
        #expect(try meaning(of: "b", after: "bind b feedlist quit", in: .feeds) == .action(KeyAction(.back)))
    }

    @Test func `a key that begins a sequence waits for the rest, and has no other meaning`() throws {
        #expect(try meaning(of: "g", after: "bind gg everywhere home") == .beginning)
        #expect(try meaning(of: "gg", after: "bind gg everywhere home") == .action(KeyAction(.home)))
        #expect(try meaning(of: "gg", after: "bind gg everywhere home\nbind g everywhere end") == .nothing)
    }

    @Test func `unbind-key frees keys`() throws {
        #expect(try meaning(of: "R", after: "unbind-key R") == .nothing)
        #expect(try meaning(of: "R", after: "unbind-key R feedlist") == .action(KeyAction(.refreshAll)))
        #expect(KeyMap(try config("unbind-key -a")).allBindings.isEmpty)
    }

    @Test func `a key may do several things, with a description`() throws {
        let line = #"macro y set browser "mpv %u" ; open-in-browser; set browser lynx -- "play it""#
        guard case .action(let action) = try meaning(of: ",y", after: line) else { return #expect(Bool(false)) }
        #expect(action.steps.count == 3 && action.steps[1] == .operation(.openInBrowser))
        #expect(action.explanation(in: .items) == "play it")
        #expect(try problems(line) == [])
    }

    @Test(
        arguments: [
            ("bind b everywhere relod", "19: unknown operation “relod”: did you mean “reload”?"),
            ("bind b articlelst reload", "8: unknown context “articlelst”: did you mean “articlelist”?"),
            ("bind <X> everywhere reload", "6: “<X>” isn't a key: use one like r, ^R, <F5> or gg"),
            (
                "bind b everywhere view-dialogs",
                "19: lede doesn't have newsboat's view-dialogs: lede has no dialogs: “quit” goes back, and a wide screen shows panes side by side"
            ),
            (
                "bind b everywhere reload now",
                "26: reload takes no argument, not “now”: put “;” between operations"
            ),
            ("bind b everywhere ; --", "19: missing operation"),
            ("macro x set txt-width 5", "13: unknown setting “txt-width”: did you mean “text-width”?"),
            (
                "macro x set browser \"echo %u | xclip\"; open-in-browser",
                "21: “|” needs a shell: write \"sh -c '… $LEDE_URL …'\""
            ),
            ("macro x run", "9: run needs a program"),
            (
                "macro x run sh -c \"echo %t\"",
                "13: lede never puts text into a script: use $LEDE_URL, $LEDE_TITLE and so on"
            ),
            ("macro x run mpv %u &", "13: “&” needs a shell: write \"sh -c '… $LEDE_URL …'\""),
            ("unbind-key <nothing>", "12: “<nothing>” isn't a key: use one like r, ^R, <F5> or gg")
        ])
    func `an invalid line about keys is a problem with its place, and changes nothing`(line: String, problem: String)
        throws
    {
        #expect(try problems(line) == [problem])
        #expect(KeyMap(try config(line)) == .standard)
    }

    @Test func `a setting chooses newsboat's keys`() throws {
        #expect(try problems("keys newsboat") == [])
        #expect(try meaning(of: "j", after: "keys newsboat") == .action(KeyAction(.nextFeed)))
        #expect(try meaning(of: "h", after: "keys newsboat") == .nothing)
        #expect(try meaning(of: "b", after: "keys newsboat", in: .article) == .action(KeyAction(.pageUp)))
        #expect(try meaning(of: "j", after: "bind j everywhere down\nkeys newsboat") == .action(KeyAction(.down)))
    }
}

extension KeyMap {
    fileprivate var allBindings: [Binding] { Screen.allCases.flatMap(bindings) }
}

extension Document {
    /// What it says on a wide screen.
    fileprivate var words: String { lines(width: 80).map(\.text).joined(separator: "\n") }

    /// The words with one space between them.
    fileprivate var flatWords: String { words.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension KeyAction {
    fileprivate var isMarking: Bool {
        [.toggleRead, .toggleStar, .deleteItem, .openAndMarkRead].contains { isJust($0) }
    }
}
