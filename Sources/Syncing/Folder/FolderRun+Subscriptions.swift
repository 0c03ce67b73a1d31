import Library
import SyncFolder

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
    mutating func takeSubscriptions() throws {
        guard let shared = settings.subscriptions else { return }
        let waiting = try library.subscriptionsToTake()
        guard !waiting.isEmpty else { return }
        let local = try reading { try shared.settings() }
        let removals = waiting.filter { $0.settings == nil && $0.isKnown && local[$0.url] != nil }
        var taken = waiting
        var vanishing = 0
        if removals.count > Self.manyFeeds, removals.count * 3 > local.count,
            try !library.acceptsRemovals(of: account.id)
        {
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
        try library.took(taken, now: now, vanishing: vanishing, of: account.id)
        counts.vanishing = vanishing
        counts.addedFeeds += now.keys.count { local[$0] == nil }
        counts.removedFeeds += local.keys.count { now[$0] == nil }
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
