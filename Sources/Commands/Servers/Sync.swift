import Configuration
import FoundationEssentials
import Library
import Refresh
import Signals
import Subscriptions
import Syncing
import System
import URLs
import ViewModels

extension Subcommand {
    static let sync = Subcommand(
        name: "sync", summary: "sync with feed servers and a shared folder",
        details: [
            """
            Sends your marks and changes to the feed servers in your urls file, and takes their new items and marks. \
            “lede sync login” adds a server.
            """,
            """
            With “sync-folder” in the config file, also shares marks and subscriptions with your other devices through that \
            folder.
            """
        ],
        options: [
            Option(name: "--status", meaning: "print how far each account and device is, without asking servers"),
            Option(name: "--undo", meaning: "undo what the last sync marked, also on the server"),
            Option(name: "--accept", meaning: "accept that feeds have vanished and changes were refused"),
            Option(name: "--forget", value: "NAME", meaning: "keep what a lost device said, remove its files"), .json
        ],
        exits: [Exit(code: 1, meaning: "an account couldn't be synced")]
    ) { arguments in
        let (paths, output) = (try arguments.paths(), arguments.output)
        let subscriptions = try Subscriptions(arguments)
        let library = subscriptions.library
        let config = Config.read(paths)
        let folder = FolderSettings(config, paths, followedBy: library)
        try library.follow(folder: folder.map { .folder($0.path) })
        if subscriptions.list.accounts.isEmpty, folder == nil {
            throw CommandFailure.failed(
                "no feed servers in \(subscriptions.urls.path): add one with “lede sync login URL”, or set “sync-folder”"
            )
        }
        let isJSON = arguments.has("--json")
        if arguments.has("--status") {
            let names = subscriptions.list.accountNames
            for account in try library.accounts() {
                account.tell(as: names[account.key] ?? account.key.url.shownAddress, on: output, asJSON: isJSON)
                if account.key.isFolder { try FolderReport(library).tell(on: output, asJSON: isJSON) }
            }
            return 0
        }
        if let name = arguments.value(of: "--forget") { return try forget(name, in: folder, library, output) }
        if arguments.has("--undo") {
            guard let undone = try subscriptions.urls.perform(.undoSync, in: library) else {
                throw CommandFailure.failed("no changes by the last sync to undo (“lede redo” redoes an undone sync)")
            }
            try library.finishWriting()
            if !isJSON { output.columns("undid: \(undone.words { _ in nil })") }
        }
        if arguments.has("--accept") {
            for account in try library.accounts() where account.isInDispute || account.failing == "gone" {
                try library.acceptServer(of: account.id)
            }
        }
        let sync = AccountSync(
            subscriptions: subscriptions, config: config, paths: paths, surroundings: arguments.surroundings,
            asJSON: isJSON, isInsisting: true)
        let code = try sync.run()
        library.settle()
        return code
    }

    private static func forget(
        _ name: String, in folder: FolderSettings?, _ library: Library, _ output: Output
    ) throws -> Int32 {
        guard let folder else { throw CommandFailure.failed("no “sync-folder” in the config file") }
        let devices = try library.folderDevices()
        let named = devices.filter { [$0.title, $0.name].contains(name) }
        guard let device = named.first else {
            throw CommandFailure.usage(
                "no device is called “\(name)”", nearest: name, among: devices.compactMap(\.title),
                otherwise: "“lede sync --status” lists your devices")
        }
        if named.count > 1 {
            throw CommandFailure.usage(
                "\(named.count) devices are called “\(name)”: give the id instead, which “lede sync --status” prints")
        }
        let syncer = Syncer(library, settings: SyncSettings([SyncAccount(folder)]))
        if let failure = syncer.forget(device, in: folder) { throw CommandFailure.failed(failure) }
        library.settle()
        output.columns("forgot \(name): its marks stay")
        return 0
    }
}

extension Account {
    fileprivate func tell(as name: String, on output: Output, asJSON: Bool) {
        let waiting = unsentMarks + unsentChanges
        if asJSON {
            return output.line(
                .object([
                    "account": .string(name), "agrees": .bool(isInAgreement), "last_success": JSON(lastSuccess),
                    "unsent": .integer(waiting), "vanishing": .integer(vanishing),
                    "refused": .integer(refusedItems + refusals.count), "error": JSON(lastError),
                    "advice": JSON(advice.isEmpty ? nil : advice.joined(separator: " "))
                ]))
        }
        output.columns(name, waiting > 0 ? "\(waiting.counted("change")) not sent yet" : state)
        for line in advice { output.detail(line) }
    }

    private var state: String {
        if failures > 0 { return "failed" }
        if lastSuccess == nil { return isInFirstSync ? "first sync not finished" : "not synced yet" }
        return isInDispute ? "not in agreement" : isUnfinished ? "last sync not finished" : "in agreement"
    }

    /// What is wrong, and what to do about it, in sentences.
    private var advice: [String] {
        AccountTrouble(self, named: "").lines(again: "run “lede sync”", at: Date())
    }
}

/// Syncs the accounts of the urls file, and prints a line for each.
struct AccountSync {
    let subscriptions: Subscriptions
    let config: Config
    let paths: Paths
    let surroundings: Surroundings
    let asJSON: Bool
    /// Whether to ask servers again that have just refused a login or failed: the user waits for them.
    let isInsisting: Bool

    /// Waits until all accounts are synced; the exit code says whether every one was.
    func run() throws -> Int32 {
        let list = subscriptions.list
        try subscriptions.library.foldCopies(config, list)
        let settings = SyncSettings(
            config, list, RefreshSettings(config, list, paths), paths, running: Programs(), for: subscriptions.library)
        let syncer = Syncer(subscriptions.library, settings: settings)
        let names = list.accountNames
        let hasFailed = Locked(false)
        let interruption = StopSignals.receiving(
            syncer.sync(insisting: isInsisting), until: surroundings.stopSignals
        ) { event in
            guard case .ended(let key, let outcome) = event else { return }
            if outcome.failure != nil || isInsisting && outcome.isPutOff { hasFailed.withLock { $0 = true } }
            tell(outcome, of: names[key] ?? key.url.shownAddress, isFolder: key.isFolder)
        }
        syncer.drain()
        return interruption.exitCode ?? hasFailed.withLock { $0 ? 1 : 0 }
    }

    private func tell(_ outcome: SyncOutcome, of name: String, isFolder: Bool) {
        let output = surroundings.output
        if asJSON { return output.line(outcome.json(named: name)) }
        if let failure = outcome.failure { return output.complain("\(name): \(failure)") }
        if isInsisting, case .leftOut(let reason) = outcome { return output.complain("\(name): \(reason.words)") }
        let place = isFolder ? "on other devices" : "on the server"
        if let words = outcome.counts.words(place) { output.columns("\(name): \(words)") }
    }
}

extension UrlsList {
    /// What to call each account.
    var accountNames: [AccountKey: String] {
        Dictionary(accounts.map { ($0.key, $0.displayName) }) { first, _ in first }
    }

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
        if overruledTitles > 0 { parts.append("\(overruledTitles.counted("new title")) there replaced by yours") }
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

/// The devices that share a folder, and how far each is read.
private struct FolderReport {
    private let devices: [FolderDevice]
    private let memory: FolderMemory
    private let own: FolderDevice?

    init(_ library: Library) throws {
        memory = try library.folderMemory()
        devices = memory.devices.filter(\.isThere).sorted { ($0.title ?? "", $0.name) < ($1.title ?? "", $1.name) }
        own = memory.own(at: library.site)
    }

    func tell(on output: Output, asJSON: Bool) {
        for device in devices {
            let (last, missing) = memory.known(of: device.row)
            let isThis = device == own
            if asJSON {
                output.line(
                    .object([
                        "device": JSON(device.title), "id": .string(device.name), "this": .bool(isThis),
                        "version": JSON(device.version), "last_seen": JSON(device.seen),
                        "read": .integer(Int(clamping: isThis ? device.lastLine : last)), "missing": .integer(missing)
                    ]))
                continue
            }
            let seen = device.seen.map { "last seen \(LocalTime($0).brief(at: Date()))" } ?? "never seen"
            let gap = missing > 0 ? ", \(missing.counted("line")) missing" : ""
            let words = isThis ? "this device" : "\(seen), read up to line \(last)\(gap)"
            output.columns("  " + (device.title ?? device.name), words, device.name)
        }
    }
}
