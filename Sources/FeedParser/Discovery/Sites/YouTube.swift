extension Site {
    /// YouTube's channels and playlists. A handle ("/@name") doesn't tell the channel, but its page announces the feed.
    static let youTube = Site(
        "youtube.com", "music.youtube.com", "youtu.be",
        routes: [
            Route("/channel/{id}/*", ["https://www.youtube.com/feeds/videos.xml?channel_id={id}": "Videos"]),
            Route("/user/{name}/*", ["https://www.youtube.com/feeds/videos.xml?user={name}": "Videos of {name}"]),
            Route("/playlist?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"]),
            Route("/watch?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"]),
            Route("/{video}?list={id}", ["https://www.youtube.com/feeds/videos.xml?playlist_id={id}": "Playlist"])
        ])
}
