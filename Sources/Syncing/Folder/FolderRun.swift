import FeedServers
import FoundationEssentials
import Library
import SyncFolder

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
        if account.failures > 0 { try claim() }
        do {
            let folder = try open()
            var reason: FolderFailure?
            var desk = try FolderDesk(folder, in: library)
            do {
                try write(&desk)
            } catch let failure as FolderFailure {
                // What others wrote can be read all the same.
                reason = failure
            }
            if extent == .everything {
                try read(folder, except: desk.own?.id)
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
        var desk = try FolderDesk(folder, in: library)
        guard let own = desk.own else { return }
        if device.id == own.id { throw ServerFailure(.rejected, "this is the device that you are using") }
        try library.takeOver(device, by: own)
        do {
            try desk.look()
            try writeState(&desk)
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
