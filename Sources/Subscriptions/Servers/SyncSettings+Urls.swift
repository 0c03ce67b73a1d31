package import Configuration
import FeedServers
package import Library
package import Processes
package import Refresh
package import Syncing

extension SyncSettings {
    /// The accounts of the urls file with what is kept of their feeds, and the folder of the config.
    package init(
        _ config: Config, _ urls: UrlsList, _ settings: RefreshSettings, _ paths: Paths, running programs: Programs,
        for library: Library
    ) {
        let folder = FolderSettings(config, paths, followedBy: library).map { SyncAccount($0) }
        self.init(
            urls.accounts.map { SyncAccount($0, settings, paths, running: programs) } + [folder].compactMap(\.self),
            retention: config.retention, retentions: urls.retentions(besides: config.retention))
    }
}

extension SyncAccount {
    fileprivate init(_ line: AccountLine, _ settings: RefreshSettings, _ paths: Paths, running programs: Programs) {
        let history = line.options.history.map { $0 / 86_400 } ?? 30
        self.init(line.key, history: history) { () throws(ServerFailure) in
            let account: ServerAccount
            do throws(NoPassword) {
                account = try ServerAccount(line, settings, paths, running: programs)
            } catch {
                throw ServerFailure(error.mayPass ? .busy : .loginRefused, error.description)
            }
            return try ServerKind(line.kind).server(for: account)
        }
    }
}

extension AccountLine {
    /// How the library knows it.
    package var key: AccountKey { AccountKey(kind: kind.rawValue, url: url, user: options.user ?? "") }
}
