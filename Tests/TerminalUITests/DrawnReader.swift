import Configuration
import Dispatch
import Foundation
import Library
import Refresh
import Signals
import Subscriptions
import System
import TestSupport
import Testing
import Typesetting

import class ViewModels.ReaderModel

@testable import Commands
@testable import Terminal
@testable import TerminalUI

/// lede's reader in this process, on a home and a terminal of its own: the real parts, from the library to the bytes of each
/// frame. Keys are handled before `press` returns. Background work and other tests get their turns while a test waits.
final class DrawnReader {
    let home: Home
    /// Serves the feeds that are given as documents.
    private let server: LoopbackServer?
    private let pair: TerminalPair
    private let emulator: Emulator
    private let terminal: Terminal
    private let opening: ReaderOpening
    private let drawing: any DispatchSourceRead
    /// Says whenever the screen may have changed, or the reader has ended.
    private let (news, newsArrived) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    /// What was typed while another program had the terminal.
    private var typedAhead: [UInt8] = []
    /// All output so far.
    private(set) var output: [UInt8] = []
    /// How the reader ended; nil while it is open.
    private(set) var exit: Exit?

    /// Opens the reader. The feeds are lines for the urls file or whole feed documents.
    static func launch(
        feeds: [String]? = nil, environment: [String: String] = [:], size: (columns: Int, rows: Int) = (80, 24),
        home: Home? = nil, withStarterFeeds: Bool = false, stallsAtOnce: Bool = false
    ) throws -> DrawnReader {
        let home = try home ?? Home()
        let feeds = try feeds.map(ServedFeeds.init)
        if let feeds { try home.write(urls: feeds.urls) }
        try home.keepFromRefreshing()
        let reader = try DrawnReader(
            home, feeds?.server,
            Lede.environment(home: home, adding: ["TERM": "xterm-256color"].merging(environment) { $1 }), size,
            withStarterFeeds: withStarterFeeds)
        // A slow machine mustn't look like a hanging server.
        reader.opening.model.refresh.patience = stallsAtOnce ? .milliseconds(1) : .seconds(3600)
        return reader
    }

    private init(
        _ home: Home, _ server: LoopbackServer?, _ environment: [String: String], _ size: (columns: Int, rows: Int),
        withStarterFeeds: Bool
    ) throws {
        _ = Self.timeZone
        (self.home, self.server) = (home, server)
        let pair = try TerminalPair(size: size)
        self.pair = pair
        emulator = Emulator(columns: size.columns, rows: size.rows)
        let device = TerminalDevice(environment, input: pair.programDescriptor, output: pair.programDescriptor)
        let terminal = try Terminal(device, usesColor: ReaderOpening.usesColor(environment), width: CellWidth.of)
        self.terminal = terminal
        var end: (Int32) -> Void = { _ in }
        opening = try ReaderOpening(
            Paths(environment: environment), environment, withStarterFeeds: withStarterFeeds, on: { terminal },
            complain: { _ in }, finish: { $0.act() }, end: { end($0) })
        drawing = DispatchSource.makeReadSource(fileDescriptor: pair.screenDescriptor, queue: .main)
        drawing.setEventHandler { [weak self] in MainQueue.assume { self?.takeFrames() } }
        drawing.setCancelHandler { withExtendedLifetime(pair) {} }
        end = { [weak self] code in
            self?.exit = .status(code)
            self?.newsArrived.yield()
        }
        drawing.resume()
        takeFrames()
    }

    /// The program's own runs get it as a variable.
    private static let timeZone: Void = {
        setenv("TZ", "UTC", 1)
        tzset()
    }()

    /// Ends the reader as the system does.
    isolated deinit {
        drawing.cancel()
        takeFrames()
        if exit == nil { opening.screen.handle(.ended(0)) }
        Self.ended.append((opening, pair))
        if Self.ended.count > 16 { Self.ended.removeFirst() }
    }

    /// The last ones. Their parts at work in the background refer to them, and in the program a reader never ends before its
    /// parts. Not all, as each watches its files, and the kernel limits that. Their terminals stay open, too: a program that
    /// ends later gives its terminal back, and the descriptor might have become another test's database.
    private static var ended: [(ReaderOpening, TerminalPair)] = []

    /// What the screen shows.
    var screen: Screen { emulator.screen }

    func press(_ keys: Keystroke...) {
        for key in keys { type(emulator.bytes(for: key)) }
    }

    /// Types a text all of which the reader gets at once.
    func type(_ text: String) { type(Array(text.utf8)) }

    private func type(_ bytes: [UInt8]) {
        send(bytes)
        takeFrames()
    }

    private func send(_ bytes: [UInt8]) {
        guard terminal.isShowing, typedAhead.isEmpty else { return typedAhead += bytes }
        var rest = bytes[...]
        while let part = rest.isEmpty ? nil : rest.prefix(TerminalPair.room) {
            pair.write(part)
            opening.screen.handle(.input)
            rest = rest.dropFirst(part.count)
        }
    }

    func resize(columns: Int, rows: Int) {
        takeFrames()
        emulator.resize(columns: columns, rows: rows)
        pair.resize(columns: columns, rows: rows)
        opening.screen.handle(.resized)
        takeFrames()
    }

    /// Shows all that was drawn, and passes the emulator's answers on.
    private func takeFrames() {
        while case let bytes = pair.read(), !bytes.isEmpty {
            output += bytes
            newsArrived.yield()
            let answers = emulator.feed(bytes)
            if !answers.isEmpty { send(answers) }
            if terminal.stream.isBehind { terminal.stream.goOn() }
        }
        guard terminal.isShowing, !typedAhead.isEmpty else { return }
        let typed = typedAhead
        typedAhead = []
        type(typed)
    }

    /// Waits for a screen that fulfils the predicate.
    @discardableResult
    func waitForScreen(_ predicate: (Screen) throws -> Bool) async throws -> Screen {
        try await wait(for: "the screen that was waited for", predicate)
    }

    /// Waits until a text is on the screen.
    @discardableResult
    func waitForScreen(showing text: String) async throws -> Screen {
        try await wait(for: "“\(text)”") { $0.contains(text) }
    }

    private func wait(for expected: String, _ predicate: (Screen) throws -> Bool) async throws -> Screen {
        let deadline = Deadline()
        while true {
            takeFrames()
            let screen = screen
            if try predicate(screen) { return screen }
            if let exit { throw TestSupport.TerminalFailure.ended(exit, waitingFor: expected, screen) }
            if deadline.hasPassed { throw TestSupport.TerminalFailure.timedOut(waitingFor: expected, screen) }
            await waitForNews()
        }
    }

    /// Waits until the screen may have changed, or for what is surely too long.
    private func waitForNews() async {
        let limit = DispatchWorkItem { @Sendable [newsArrived] in newsArrived.yield() }
        DispatchQueue.global().asyncAfter(deadline: .now() + Deadline.patience, execute: limit)
        defer { limit.cancel() }
        for await _ in news { return }
    }

    /// Waits until the reader has ended.
    @discardableResult
    func waitForExit() async throws -> Exit {
        let deadline = Deadline()
        while true {
            if let exit { return exit }
            if deadline.hasPassed {
                throw TestSupport.TerminalFailure.timedOut(waitingFor: "the reader's end", screen)
            }
            await waitForNews()
        }
    }

    /// The number of unread items in the library.
    func unread() throws -> Int { try opening.library.counts(of: .all).unread }

    /// Quits as a user does.
    @discardableResult
    func quit() async throws -> Exit {
        press("q")
        return try await waitForExit()
    }
}

// What many tests do.
extension DrawnReader {
    /// Fetches the feed at the cursor for the first time, and opens it.
    func openFeed(fetching news: String, showing item: String) async throws {
        try await waitForScreen(showing: "Unread")
        press("r")
        try await waitForScreen(showing: news)
        press(.enter)
        try await waitForScreen(showing: item)
    }

    /// Sends a mouse event as xterm does. Rows and columns start with 0.
    func point(_ code: String, row: Int, column: Int, isRelease: Bool = false) {
        type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }

    /// Sends both presses at once.
    func pointTwice(row: Int, column: Int) {
        type(String(repeating: "\u{1B}[<0;\(column + 1);\(row + 1)M", count: 2))
    }
}

/// Waits on another thread for what blocks, while the reader goes on.
func elsewhere(_ wait: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: wait)) }
    }
}

extension Home {
    /// Fetches all feeds, and indexes their items for searches, as “lede refresh” does.
    func fetch() async throws {
        let paths = Paths(environment: environment)
        let subscriptions = try Subscriptions(paths) { _ in }
        let refresher = Refresher(
            library: subscriptions.library,
            settings: RefreshSettings(Config.read(paths), subscriptions.list, paths))
        for await _ in refresher.refresh(try subscriptions.library.feeds()).values() {}
        try subscriptions.library.indexForSearch(for: .seconds(60))
        subscriptions.library.settle()
    }
}

/// Lets only a few tests draw at once. All share the main queue, so more would only keep more libraries open.
struct DrawingTurn: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    nonisolated func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await Self.turns.take(function)
    }

    private nonisolated static let turns = Turns(4)
}

extension Trait where Self == DrawingTurn {
    /// For tests with a `DrawnReader`.
    nonisolated static var drawing: Self { Self() }
}
