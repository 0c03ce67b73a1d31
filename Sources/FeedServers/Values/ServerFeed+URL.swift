import Addresses

extension [ServerFeed] {
    /// The feed with this URL, however it is written.
    func feed(at url: String) -> ServerFeed? {
        let wanted = WebURL(url)?.href ?? url
        return first { $0.url == url || WebURL($0.url)?.href == wanted }
    }
}

extension ServerFailure {
    static func noFeed(at url: String) -> ServerFailure {
        ServerFailure(.rejected, "the server found no feed at “\(url.shownAddress)”")
    }
}
