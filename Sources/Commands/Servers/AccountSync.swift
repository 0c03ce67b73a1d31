import Addresses
import Configuration
import FoundationEssentials
import Library
import Locks
import Processes
import Refresh
import Signals
import Spelling
import Subscriptions
import Syncing
import ViewModels

/// Syncs the accounts of the urls file, and prints a line for each.
struct AccountSync {
    let subscriptions: Subscriptions
    let config: Config
    let paths: Paths
    let asJSON: Bool
    /// Whether to ask servers again that have just refused a login or failed: the user waits for them.
    let isInsisting: Bool

    /// Waits until all accounts are synced; the exit code says whether every one was.
    func run() -> Int32 {
        let list = subscriptions.list
        let settings = SyncSettings(
            config, list, RefreshSettings(config, list, paths), paths, running: Programs(), for: subscriptions.library)
        let syncer = Syncer(subscriptions.library, settings: settings)
        let names = list.accountNames
        let hasFailed = Locked(false)
        let interruption = StopSignals.receiving(syncer.sync(insisting: isInsisting)) { event in
            guard case .ended(let key, let outcome) = event else { return }
            if outcome.failure != nil || isInsisting && outcome.isPutOff { hasFailed.withLock { $0 = true } }
            tell(outcome, of: names[key] ?? key.url.shownAddress, isFolder: key.isFolder)
        }
        syncer.drain()
        return interruption.exitCode ?? hasFailed.withLock { $0 ? 1 : 0 }
    }

    private func tell(_ outcome: SyncOutcome, of name: String, isFolder: Bool) {
        if asJSON { return Output.line(outcome.json(named: name)) }
        if let failure = outcome.failure { return Output.complain("\(name): \(failure)") }
        if isInsisting, case .leftOut(let reason) = outcome { return Output.complain("\(name): \(reason.words)") }
        let place = isFolder ? "on other devices" : "on the server"
        if let words = outcome.counts.words(place) { Output.columns("\(name): \(words)") }
    }
}

extension UrlsList {
    /// What to call each account.
    var accountNames: [AccountKey: String] {
        Dictionary(accounts.map { ($0.key, $0.displayName) }) { first, _ in first }
    }
}

extension UrlsList {
    /// The account with this title or URL.
    func account(named name: String) throws(CommandFailure) -> AccountLine {
        let named = accounts.filter { [$0.displayName, $0.url, $0.url.shownAddress].contains(name) }
        guard let account = named.first else {
            throw .usage(
                "no feed server has the title or URL “\(name)”", nearest: name, among: accounts.map(\.displayName),
                otherwise: accounts.isEmpty
                    ? "add one with “lede sync login URL”" : "“lede sync --status” lists your feed servers")
        }
        if named.count > 1 { throw .usage("\(named.count) feed servers have the title or URL “\(name)”") }
        return account
    }
}

extension SyncCounts {
    /// What has changed; nil if nothing has. `place` says where it was changed.
    fileprivate func words(_ place: String) -> String? {
        var parts: [String] = []
        if newItems > 0 { parts.append(newItems.counted("new item")) }
        if taken > 0 { parts.append("\(taken.counted("item")) marked as \(place)") }
        if sent > 0 { parts.append("\(sent.counted("mark")) sent") }
        if sharedFeeds > 0 { parts.append("\(sharedFeeds.counted("feed")) shared") }
        if addedFeeds > 0 { parts.append("\(addedFeeds.counted("feed")) added") }
        if removedFeeds > 0 { parts.append("\(removedFeeds.counted("feed")) removed") }
        if vanishing > 0 {
            parts.append("\(vanishing.counted("feed")) vanished there, and stay here until “lede sync --accept”")
        }
        if hugeFiles > 0 { parts.append("\(hugeFiles.counted("file")) there too large to be lede's, left unread") }
        if refused > 0 { parts.append("\(refused.counted("change")) refused") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension SyncOutcome.Reason {
    fileprivate var words: String {
        switch self {
        case .waiting(let date?, isToldToWait: true):
            "its server asked lede to wait until \(LocalTime(minuteAfter: date).brief(at: Date()))"
        case .waiting(nil, isToldToWait: true): "its server asked lede to wait"
        case .waiting: "waiting after a failure"
        case .anotherLede: "another lede is syncing it"
        case .stopped: "stopped"
        case .unknown: "the urls file doesn't name it any more"
        }
    }
}

extension SyncOutcome {
    /// Whether the server has to be asked later.
    fileprivate var isPutOff: Bool { if case .leftOut(.waiting) = self { true } else { false } }

    fileprivate var result: String {
        switch self {
        case .done: "done"
        case .failed, .failedHere: "failed"
        case .leftOut: "left out"
        }
    }

    fileprivate func json(named name: String) -> JSON {
        var reason = failure
        if case .leftOut(let why) = self { reason = why.words }
        return .object([
            "account": .string(name), "result": .string(result), "new": .integer(counts.newItems),
            "taken": .integer(counts.taken), "sent": .integer(counts.sent), "reason": JSON(reason)
        ])
    }
}
