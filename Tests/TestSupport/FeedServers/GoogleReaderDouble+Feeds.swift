extension GoogleReaderDouble {
    func subscriptions(_ shelf: ServerShelf) -> [String: Any] {
        let feeds = shelf.feeds.filter { !$0.isArchived }.map { feed -> [String: Any] in
            let folder = feed.folder ?? (isPHP ? "Uncategorized" : nil)
            var entry: [String: Any] = [
                "id": stream(feed), "htmlUrl": "https://example.org/",
                "title": writesWide ? wide(feed.title).replacing(",", with: "，") : feed.title,
                "categories": folder.map { [["id": "user/-/label/\($0)", "label": $0]] } ?? []
            ]
            if !hasURLOnlyInID { entry["url"] = feed.url }
            return entry
        }
        return ["subscriptions": feeds]
    }

    func quickAdd(_ url: String?, _ shelf: inout ServerShelf) -> Answer {
        guard let url else { return Answer(400) }
        if shelf.feeds.contains(where: { $0.url == url.lowercased() }) {
            if knowsPostsByToken { return Answer(500) }
            return Answer(json: ["numResults": 0, "error": "Already subscribed! [\(url)]"])
        }
        if url.contains("nothing") { return Answer(json: ["numResults": 0]) }
        let number = (shelf.feeds.map(\.number).max() ?? 0) + 1
        let feed = ServerShelf.Feed(number: number, url: url, title: "Feed \(number)")
        shelf.feeds.append(feed)
        return Answer(json: ["numResults": 1, "streamId": isPHP ? number as Any : stream(feed)])
    }

    func edit(_ form: [DoubledRequest.Field], _ shelf: inout ServerShelf) -> Answer {
        guard let index = shelf.feeds.firstIndex(where: { stream($0) == form["s"] }) else {
            return Answer(400, body: "Bad Request!")
        }
        switch form["ac"] {
        case "unsubscribe":
            let feed = shelf.feeds.remove(at: index)
            shelf.items.removeAll { $0.feed == feed.number }
        case "edit":
            if let title = form["t"], !title.isEmpty { shelf.feeds[index].title = title }
            if let folder = label(form["a"]) {
                shelf.feeds[index].folder = folder
            } else if label(form["r"]) != nil {
                shelf.feeds[index].folder = nil
            }
        default: return Answer(400)
        }
        return Answer(200, body: "OK")
    }
}
