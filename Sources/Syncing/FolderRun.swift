import FeedServers
import FoundationEssentials
import Library
package import SyncFolder
import System

/// One sync with the shared folder: what was done here is written, and then what others wrote is read. Whatever ends it, nothing
/// is lost: what isn't known to be in the folder is written again, and files are read from where they were last.
struct FolderRun: AccountRun {
    let account: Account
    let settings: FolderSettings
    let library: Library
    let clock: @Sendable () -> Date
    let isStopped: () -> Bool
    let number = SyncNumber()
    private let keys: FolderKeyRing
    private(set) var lease: SyncLease
    private let report: (SyncCounts) -> Void
    var counts = SyncCounts() {
        didSet { if counts != oldValue { report(counts) } }
    }

    init(
        _ account: Account, _ settings: FolderSettings, _ library: Library, holder: LeaseHolder,
        keys: FolderKeyRing, clock: @escaping @Sendable () -> Date, isStopped: @escaping () -> Bool,
        report: @escaping (SyncCounts) -> Void
    ) {
        self.account = account
        self.settings = settings
        self.library = library
        self.keys = keys
        self.clock = clock
        self.isStopped = isStopped
        self.report = report
        lease = SyncLease(of: account, in: library, by: holder, clock: clock)
    }

    var hasLease: Bool { lease.isHeld }

    mutating func run(_ extent: SyncExtent) throws {
        if account.isOpen { try claim() }
        do {
            let folder = try open()
            var reason: FolderFailure?
            var ours = try OwnFiles(folder, in: library)
            do {
                try write(&ours)
            } catch let failure as FolderFailure {
                // What others wrote can be read all the same.
                reason = failure
            }
            if extent == .everything {
                try read(folder, except: ours.own?.id)
                try takeSubscriptions()
            }
            if let reason { throw reason }
        } catch let failure as FolderFailure {
            throw ServerFailure(failure)
        }
    }

    /// Takes over what a device has said that is gone, and removes its files.
    mutating func forget(_ device: FolderDevice) throws {
        try claim()
        // All that it has said has to be here before its files go.
        try run(.everything)
        let folder = try open()
        var ours = try OwnFiles(folder, in: library)
        guard let own = ours.own else { return }
        if device.id == own.id { throw ServerFailure(.rejected, "this is the device that you are using") }
        try library.takeOver(device, by: own)
        do {
            try ours.look()
            try writeState(&ours)
        } catch let failure as FolderFailure {
            throw ServerFailure(failure)
        }
        folder.remove(device.id)
    }

    /// Every step that writes begins with this.
    mutating func claim() throws {
        try goOn()
        try lease.claim()
    }

    /// Fails if nobody wants the sync any more. Between any two steps nothing is lost.
    func goOn() throws {
        if isStopped() { throw ServerFailure(.cancelled, "stopped") }
    }

    /// Opens the folder, and makes it lede's if it is new.
    private mutating func open() throws -> SharedFolder {
        let folder = try SharedFolder(settings.path)
        let header = try folder.header() ?? makeHeader(in: folder)
        let key = try key(of: header)
        if header.folder.text != account.cursor {
            try claim()
            try library.begin(folder: header.folder, of: account.id)
        }
        return SharedFolder(folder, with: LineCoder(header.folder, key))
    }

    private mutating func makeHeader(in folder: SharedFolder) throws -> FolderHeader {
        guard account.cursor == nil else {
            throw ServerFailure(
                .gone,
                "\(settings.path) is empty: connect the disk that belongs there, or run “lede sync --accept” to begin again"
            )
        }
        try claim()
        let new: FolderHeader
        if let passphrase = settings.passphrase {
            new = try FolderHeader { [keys] (salt) throws(FolderFailure) in try keys.key(salt: salt, passphrase) }
        } else {
            new = FolderHeader()
        }
        try folder.write(new)
        return new
    }

    /// The key of an encrypted folder. A plain one isn't used with a passphrase, since nobody would notice.
    private func key(of header: FolderHeader) throws -> FolderKey? {
        switch (header.salt, settings.passphrase) {
        case (nil, nil): return nil
        case (nil, _):
            throw FolderFailure(
                .lasting,
                "\(settings.path) isn't encrypted: choose an empty folder, or remove “sync-passphrase-command”")
        case (_, nil):
            throw FolderFailure(.lasting, "\(settings.path) is encrypted: set “sync-passphrase-command”")
        case (let salt?, let passphrase?):
            let key = try keys.key(salt: salt, passphrase)
            guard header.isRight(key) else {
                keys.forget()
                throw FolderFailure(
                    .lasting,
                    "\(settings.path) is encrypted with another passphrase: correct “sync-passphrase-command”")
            }
            return key
        }
    }
}

extension ServerFailure {
    init(_ failure: FolderFailure) {
        self.init(failure.kind == .passing ? .offline : .unsupported, failure.reason)
    }
}

extension FolderRun {
    /// Says what the user has changed in the urls file.
    mutating func noteSubscriptions(by device: FolderDevice) throws {
        guard let shared = settings.subscriptions else { return }
        let local = try reading { try shared.settings() }
        if try library.hasChanged(local) {
            try claim()
            counts.sharedFeeds += try library.noteSubscriptions(local, by: device.row, at: clock())
        }
    }

    /// Changes the urls file to what other devices have said.
    private mutating func takeSubscriptions() throws {
        guard let shared = settings.subscriptions else { return }
        let waiting = try library.subscriptionsToTake()
        guard !waiting.isEmpty else { return }
        let local = try reading { try shared.settings() }
        // A feed that nobody has heard of yet stays, and others hear of it.
        var taken = waiting.filter { $0.settings != nil || $0.isKnown || local[$0.url] == nil }
        let removals = taken.filter { $0.settings == nil && local[$0.url] != nil }
        var vanishing = 0
        if !removals.isEmpty, try mustAsk(about: removals.count, of: local.count) {
            vanishing = removals.count
            let kept = Set(removals.map(\.url))
            taken.removeAll { kept.contains($0.url) }
            if taken.isEmpty, vanishing == account.vanishing {
                counts.vanishing = vanishing
                return
            }
        }
        try claim()
        let changes = taken.filter { local[$0.url] != $0.settings }.map { (url: $0.url, settings: $0.settings) }
        if !changes.isEmpty { try reading { try shared.take(changes) } }
        try goOn()
        let now = try reading { try shared.settings() }
        try library.took(taken, before: local, now: now, vanishing: vanishing, of: account.id, at: clock())
        counts.vanishing = vanishing
        counts.addedFeeds += now.keys.count { local[$0] == nil }
        counts.removedFeeds += local.keys.count { now[$0] == nil }
    }

    /// Whether so many removals, with those of the last day, need the user's word. Once asked, the question stays.
    private func mustAsk(about removals: Int, of feeds: Int) throws -> Bool {
        if try library.acceptsRemovals(of: account.id) { return false }
        let before = try library.removals(since: clock() - Self.day)
        let all = removals + before
        return account.vanishing > 0 || all > Self.manyFeeds && all * 3 > feeds + before
    }

    /// Fewer removals are believed.
    private static let manyFeeds = 10

    /// The file is the user's, and may be in any state.
    private func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let failure as LibraryFailure { throw failure } catch {
            throw FolderFailure(.passing, "can't sync the urls file: \(error)")
        }
    }
}

/// The feeds of the urls file, as devices share them.
package protocol SharedSubscriptions: Sendable {
    /// The settings of each feed that is shared, by its URL.
    func settings() throws -> [String: String]
    /// Gives feeds settings, adds those that the file lacks, and removes those without settings.
    func take(_ changes: [(url: String, settings: String?)]) throws
}

/// The shared folder, as the config has it.
package struct FolderSettings: Sendable {
    package let path: String
    /// What others call this device.
    package let device: String
    /// lede's version, for others to see.
    package let version: String
    /// Nil if only marks are shared.
    package let subscriptions: (any SharedSubscriptions)?
    /// Asks the user's command for the passphrase of an encrypted folder, and may wait for it; nil for a plain folder.
    let passphrase: FolderPassphrase?
    var limits = FolderLimits()

    package init(
        path: String, device: String, version: String, subscriptions: (any SharedSubscriptions)? = nil,
        passphrase: FolderPassphrase? = nil
    ) {
        (self.path, self.device, self.version) = (path, device, version)
        self.subscriptions = subscriptions
        self.passphrase = passphrase
    }
}

/// How much is written to one file, and read at once. Only tests have others.
struct FolderLimits {
    /// The bytes of lines from which on a state may replace them.
    var compacted = 1 << 20
    var longestFile = 256 << 10
    /// The most bytes of one device that a sync reads.
    var mostOfDevice = 256 << 20
    /// The most lines and marks of one transaction.
    var mostLines = 1000
    var mostMarks = 20_000
}

/// The key that was used last: making it takes a while, and asks the user's command.
final class FolderKeyRing: Sendable {
    private let last = Locked<(salt: [UInt8], key: FolderKey)?>(nil)

    func key(salt: [UInt8], _ passphrase: FolderPassphrase) throws(FolderFailure) -> FolderKey {
        if let last = last.withLock({ $0 }), last.salt == salt { return last.key }
        let key = try FolderKey(passphrase: passphrase.get(), salt: salt)
        last.withLock { $0 = (salt, key) }
        return key
    }

    func forget() { last.withLock { $0 = nil } }
}
