/// Embedded players, and the page that a user would open instead.
enum EmbeddedPage {
    private struct Site {
        let kind: Media.Kind
        /// The player's URL after the scheme and `www.`, up to the video's id.
        let player: String
        let page: String
    }

    private static let sites = [
        Site(kind: .video, player: "youtube.com/embed/", page: "https://www.youtube.com/watch?v="),
        Site(kind: .video, player: "youtube-nocookie.com/embed/", page: "https://www.youtube.com/watch?v="),
        Site(kind: .video, player: "youtube.com/v/", page: "https://www.youtube.com/watch?v="),
        Site(kind: .video, player: "player.vimeo.com/video/", page: "https://vimeo.com/"),
        Site(kind: .video, player: "dailymotion.com/embed/video/", page: "https://www.dailymotion.com/video/"),
        Site(kind: .video, player: "embed.ted.com/talks/", page: "https://www.ted.com/talks/"),
        Site(kind: .video, player: "rumble.com/embed/", page: "https://rumble.com/embed/"),
        Site(kind: .audio, player: "open.spotify.com/embed/", page: "https://open.spotify.com/"),
        Site(kind: .embedded, player: "archive.org/embed/", page: "https://archive.org/details/")
    ]

    static func media(at address: String, title: String?) -> Media {
        var rest = address.drop { $0 != "/" }.drop { $0 == "/" }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        for site in sites where rest.hasPrefix(site.player) {
            let separators: Set<Character> = site.kind == .audio ? ["?", "#"] : ["?", "#", "&", "/"]
            let name = rest.dropFirst(site.player.count).prefix { !separators.contains($0) }
            // A playlist's URL has no video.
            if !name.isEmpty, name != "videoseries" {
                return Media(site.kind, target: site.page + name, title: title)
            }
        }
        return Media(.embedded, target: address, title: title)
    }
}
