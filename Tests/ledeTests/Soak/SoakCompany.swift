import Foundation
import System
import TestSupport

/// What else goes on while readers are open: other commands write, and files change.
final class SoakCompany: Sendable {
    private let home: Home
    private let urls: [String]
    private let environment: [String: String]
    private let record: @Sendable (String) -> Void
    private let stopped = Gate()
    private let ended = Gate()
    private let failure = Locked<String?>(nil)

    init(
        home: Home, urls: [String], environment: [String: String], seed: UInt64,
        record: @escaping @Sendable (String) -> Void
    ) {
        (self.home, self.urls, self.environment, self.record) = (home, urls, environment, record)
        Thread.detachNewThread { [self] in
            var chance = SplitMix(state: seed)
            while !stopped.isOpen, failure.withLock({ $0 == nil }) {
                do { try act(using: &chance) } catch { failure.withLock { $0 = "\(error)" } }
            }
            ended.open()
        }
    }

    /// What went wrong.
    var trouble: String? { failure.withLock { $0 } }

    func stop() { stopped.open() }

    var hasStopped: Bool { ended.isOpen }

    private func act(using chance: inout SplitMix) throws {
        let feed = urls.randomElement(using: &chance) ?? ""
        let item = "\(Int.random(in: 1...300, using: &chance))"
        switch Int.random(in: 0..<40, using: &chance) {
        case 0..<4: try lede("mark", ["read", "unread", "star", "unstar"].randomElement(using: &chance) ?? "read", item)
        case 4, 5: try lede("mark", "read", "--feed", feed)
        case 6: try lede("mark", "unread", "--filter", "title =~ \"story\"")
        case 7: try lede("mark", "read", "--all")
        case 8..<11: try lede("refresh")
        case 11: try lede("refresh", "--due")
        case 12: try lede("refresh", feed)
        case 13, 14: try lede("tag", feed, "news", "tag\(item)")
        case 15: try lede("remove", feed)
        case 16, 17: try lede("add", feed, "--tags", "new")
        case 18: try lede("add", "--as-is", "http://127.0.0.1:9/\(item)")
        case 19: try lede("rename", feed, "Feed \(item)")
        case 20..<23: try lede("undo")
        case 23: try lede("redo")
        case 24: try lede("search", "story")
        case 25: try lede("items", "--limit", "20", "--json")
        case 26: try lede("backup", home.path + "/backup.db")
        case 27: try lede("preload", "--limit", "5")
        case 28: try lede("doctor")
        case 29: try lede("cache", "clear")
        case 30: try lede("export", "opml")
        case 31, 32: try writeUrls(urls.filter { _ in Int.random(in: 0..<8, using: &chance) > 0 })
        case 33: try writeUrls(urls + ["not a URL", "\"unclosed", "query:Old:age < \"", "exec:", "\u{1}"])
        case 34: try writeUrls(urls.map { "\($0) news \"~Title \(item)\"" } + ["query:Stories:title =~ \"story\""])
        case 35: try writeUrls(urls)
        case 36: try writeConfig(adding: "text-width many\nbind\n\"unclosed\n\u{0}")
        case 37: try writeConfig(adding: "text-width \(item)\npreview yes\nshow-read-feeds no\n")
        case 38: try writeConfig(adding: "keys newsboat\nfeed-sort-order unread\n")
        default: try writeConfig(adding: "")
        }
    }

    private func lede(_ words: String...) throws {
        record("lede \(words.joined(separator: " "))")
        let run = try Lede.run(words, home: home, environment: environment)
        guard let status = run.status, status <= 2, !run.errors.contains("damaged") else {
            throw SoakFailure("lede \(words.joined(separator: " ")) \(run.exit): \(run.errors)")
        }
    }

    private func writeUrls(_ lines: [String]) throws {
        record("urls: \(lines.count) lines")
        try home.write(urls: lines)
    }

    private func writeConfig(adding text: String) throws {
        record("config: \(text.debugDescription)")
        try home.write(config: Soak.config(home) + text)
    }
}
