package import Configuration
import FeedServers
import Files
package import Library
import Processes
import SyncFolder
package import Syncing

/// The urls file, whose feeds devices share.
package struct SharedUrlsFile: SharedSubscriptions {
    private let urls: UrlsFile
    private let library: Library

    package init(_ urls: UrlsFile, followedBy library: Library) {
        (self.urls, self.library) = (urls, library)
    }

    package func settings() throws -> [String: String] {
        guard urls.exists else { return [:] }
        return UrlsText(try urls.text()).sharedFeeds.mapValues(\.text)
    }

    package func take(_ changes: [(url: String, settings: String?)]) throws {
        try urls.edit { text in
            for (url, settings) in changes where SharedFeed.isShared(url) {
                if let settings {
                    try text.take(SharedFeed(settings), of: url)
                } else {
                    _ = text.remove(url)
                }
            }
        }
        let text = try urls.text()
        try library.follow(UrlsList(text).followed(text)) { [urls] in urls.followedList }
    }
}

extension FolderSettings {
    /// The folder of the config; nil if it names none.
    package init?(_ config: Config, _ paths: Paths, followedBy library: Library) {
        let path = config.text(.syncFolder)
        guard !path.isEmpty else { return nil }
        let name = config.text(.deviceName)
        let isShared =
            switch config.text(.syncSubscriptions) {
            case "yes": true
            case "no": false
            default: PrivateFiles.target(ofLink: paths.urls) == nil
            }
        let command = config.command(.syncPassphraseCommand)
        let timeout = Duration.seconds(config.number(.commandTimeout))
        self.init(
            path: Paths.absolute(paths.expandingHome(path)), device: name.isEmpty ? MachineName.current : name,
            version: Version.current,
            subscriptions: isShared ? SharedUrlsFile(UrlsFile(path: paths.urls), followedBy: library) : nil,
            passphrase: command.isEmpty
                ? nil
                : FolderPassphrase { () throws(FolderFailure) in try Self.passphrase(by: command, timeout) })
    }

    private static func passphrase(by command: [String], _ timeout: Duration) throws(FolderFailure) -> [UInt8] {
        do throws(NoPassword) {
            return Array(try ServerAccount.password(by: Program(command), within: timeout, Programs()).utf8)
        } catch {
            throw FolderFailure(.passing, "no passphrase by “sync-passphrase-command”: \(error)")
        }
    }
}
