import Configuration
import Library
import Typesetting

extension ReaderModel {
    /// The text of an empty list of feeds: how to get some, and how a feed server is.
    package var wordsForNoFeeds: String {
        let add = "\(pressing(.addFeed)) to add one"
        guard sync.hasAccounts else { return "No feeds yet: \(add), or \(key(.importOPML)) to import a list." }
        let again = pressing(.refreshAll)
        if sync.isRunning { return "No feeds yet: lede is syncing with \(serverNames)." }
        if let failed = sync.accounts.first(where: { $0.failures > 0 }) {
            return
                "No feeds yet: \(CleanText.line(sync.name(failed.key))) couldn't be synced: \(failed.lastError ?? ""). "
                + "\(again) to sync again, or \(key(.showFailures)) for what to do.".asSentence
        }
        if !sync.accounts.contains(where: { $0.lastSuccess != nil }) {
            return "No feeds yet: \(again) to sync with \(serverNames) for the first time."
        }
        let place = sync.isOfFolderOnly ? "on your devices" : "on the server"
        return "No feeds \(place) yet: \(add), or \(key(.refreshAll)) to sync again."
    }

    private var serverNames: String {
        if sync.isOfFolderOnly { return "your other devices" }
        let names = urls.accounts.map { CleanText.line($0.displayName) }
        return names.count > 3 ? "your \(names.count) feed servers" : names.joined(separator: ", ")
    }
}
