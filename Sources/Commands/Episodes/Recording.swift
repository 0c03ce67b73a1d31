import Configuration
import Library
import Player
import Refresh
import Subscriptions
import System
import URLs

/// What a player gets of an item.
struct Recording: Sendable {
    let episode: Episode
    /// The path of its file, if that is here.
    private let file: String?
    private let article: Article?
    /// A path or a URL.
    let address: String
    /// What plays at first: a little is heard again, to remember what it was about.
    private(set) var state: PlayerState

    init(of item: ItemID, in library: Library, _ config: Config, _ paths: Paths) throws {
        guard let episode = try library.episode(of: item) else { throw CommandFailure.noItem(item) }
        self.episode = episode
        file = episode.file(in: DownloadSettings(config, paths).folder)
        article = try library.article(item)
        address = try file ?? Self.checked(episode.address, of: item, from: episode.feedURL)
        state = PlayerState(
            item: item.rawValue, library: paths.dataDirectory, title: episode.item.title, feed: episode.feedName,
            position: max(0, episode.position - 5000), duration: episode.duration)
        state.chapters = chapters()
    }

    var item: ItemID { episode.id }
    var isFile: Bool { file != nil }
    /// Whether a site's own tool has to find the recording on the item's page.
    var isPage: Bool { !isFile && episode.url == nil }
    var isVideo: Bool { isPage || episode.type?.lowercased().hasPrefix("video/") == true }
    var speed: Double? { episode.speed.flatMap { PlayerCommand.speeds.contains($0) ? $0 : nil } }
    /// The list of chapters that the feed names by URL.
    var chaptersURL: String? { article?.chaptersURL }

    /// The chapters that are known without the recording.
    func chapters(inFetched document: [UInt8]? = nil) -> [PlayerChapter] {
        (article?.chapters(inFetched: document) ?? []).prefix(PlayerChapter.most).map {
            PlayerChapter(title: $0.title, start: $0.start.milliseconds)
        }
    }

    /// A URL as it may be passed on: by other schemes players read files and devices.
    private static func checked(
        _ url: String?, of item: ItemID, from feedURL: String
    ) throws(CommandFailure) -> String {
        guard let url else { throw .failed("item \(item.rawValue) has no audio, no video and no link") }
        let hasControls = url.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
        guard !hasControls, let address = Address(fromOutside: url) else {
            throw .failed("lede plays only http and https URLs, not “\(url.prefix(200))”")
        }
        guard WebURL(address.url)?.mayBeReached(from: feedURL) == true else {
            throw .failed("lede doesn't play “\(url.prefix(200))”: it is in your own network")
        }
        return address.url
    }
}
