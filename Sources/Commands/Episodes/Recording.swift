import Configuration
import Library
import Player
import Subscriptions
import System

/// What a player gets of an item.
struct Recording: Sendable {
    let item: ItemID
    /// A path or a URL.
    let address: String
    let isFile: Bool
    /// Whether a site's own tool has to find the recording on the item's page.
    let isPage: Bool
    let isVideo: Bool
    /// What plays at first: a little is heard again, to remember what it was about.
    let state: PlayerState

    init(of item: ItemID, in library: Library, _ config: Config, _ paths: Paths) throws {
        guard let episode = try library.episode(of: item) else { throw CommandFailure.noItem(item) }
        self.item = item
        let file = episode.download.stage == .kept ? episode.download.file : nil
        let path = file.flatMap { DownloadSettings(config, paths).folder.path(of: $0) }
        isFile = path != nil
        isPage = !isFile && episode.url == nil
        isVideo = isPage || episode.type?.lowercased().hasPrefix("video/") == true
        address = try path ?? Self.checked(episode.address, of: item)
        state = PlayerState(
            item: item.rawValue, library: paths.dataDirectory, title: episode.item.title, feed: episode.feedName,
            position: max(0, episode.position - 5000), duration: episode.duration)
    }

    /// A URL as it may be passed on: by other schemes players read files and devices.
    private static func checked(_ url: String?, of item: ItemID) throws(CommandFailure) -> String {
        guard let url else { throw .failed("item \(item.rawValue) has no audio, no video and no link") }
        let hasControls = url.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
        guard !hasControls, let address = Address(fromOutside: url) else {
            throw .failed("lede plays only http and https URLs, not “\(url)”")
        }
        return address.url
    }
}
