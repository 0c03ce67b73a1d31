package import FoundationEssentials
import SQLite

/// The result of an import from another reader.
package struct TakenOver: Equatable, Sendable {
    package var feeds = 0
    /// Items that the library lacked, or that came back with their feeds.
    package var items = 0
    package var read = 0
    package var starred = 0
    package var deleted = 0
    /// Items that rules hid.
    package var hidden = 0
    /// Tags that were added to items.
    package var tags = 0
}

/// Why the import failed: the other reader's data can't be read.
package struct TakeoverFailure: Error, CustomStringConvertible {
    let reason: any Error

    package var description: String { "\(reason)" }
}

extension Library {
    /// Imports all data of another reader, or nothing. Existing data stays as it is, but gets marks that it lacks.
    ///
    /// In the same transaction the library follows the feeds that the urls file has `added`, as a step to undo, with
    /// `place` as the last action before the commit. Errors of `place` and of the store go to the caller.
    ///
    /// `rules` apply to the imported items that are new, as another step.
    package func importData<Store: ForeignStore>(
        _ store: Store?, with added: AddedFeeds? = nil, rules: [Rule] = [], at now: Date,
        place: @Sendable () throws -> Void = {}
    ) throws -> TakenOver {
        try actTogether(place) { database in
            try database.withCache(.large) { try database.importData(store, with: added, rules: rules, at: now) }
        }
    }
}

extension Database {
    fileprivate func importData<Store: ForeignStore>(
        _ store: Store?, with added: AddedFeeds?, rules: [Rule], at now: Date
    ) throws -> (TakenOver, [LibraryChange]) {
        var takeover = try Takeover(self, at: now)
        let last = try newestItem
        if var store {
            for feed in try separateErrors(in: { () throws(Store.Failure) in try store.feeds() }) {
                try takeover.add(feed)
            }
            while true {
                let items = try separateErrors(in: { () throws(Store.Failure) in try store.nextItems() })
                if items.isEmpty { break }
                try takeover.add(items)
            }
        }
        try takeover.apply(rules, at: timeOfStep(at: now))
        let time = try timeOfStep(at: now)
        let taken = try takeover.finish(at: time)
        try surveyForFolder(newSince: last, at: time)
        var changes = takeover.changes
        if let added { changes += try subscribe(to: added.subscriptions.normalised, of: added.file) }
        let feeds = try added?.urls.compactMap { try feed(at: $0) } ?? []
        let step = Step.Import(feeds: feeds, said: added?.said ?? [], marks: takeover.marks)
        if !step.isEmpty {
            try addStep(.imported(step), takeover.marks.reduce(ItemSet()) { $0.union($1.items) }, at: time)
        }
        return (taken, changes)
    }
}

/// Separates errors of the other reader's data from the library's own.
private func separateErrors<Result, Failure: Error>(in body: () throws(Failure) -> Result) throws -> Result {
    do { return try body() } catch { throw TakeoverFailure(reason: error) }
}
