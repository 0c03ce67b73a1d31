package import Configuration
package import Library
package import Refresh

extension PictureFetcher {
    /// Fetches pictures as the config file says, and the urls file for single feeds.
    package convenience init(_ library: Library, _ config: Config, _ list: UrlsList, _ paths: Paths) {
        self.init(library: library, settings: RefreshSettings(config, list, paths))
    }
}
