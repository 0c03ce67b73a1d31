package import Configuration
package import Library
package import Refresh

extension PageFetcher {
    /// Fetches pages as the config file says, and the urls file for single feeds. A site rule with a mistake is ignored.
    package convenience init(_ library: Library, _ config: Config, _ list: UrlsList, _ paths: Paths) {
        let rules = SiteRules(paths)
        self.init(library: library, settings: RefreshSettings(config, list, paths)) { host in
            (try? rules.rule(forHost: host)) ?? nil
        }
    }
}
