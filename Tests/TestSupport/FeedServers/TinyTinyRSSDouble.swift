import Foundation

/// Tiny Tiny RSS.
package struct TinyTinyRSSDouble: ServerDialect {
    package let root = "/tt-rss"
    /// Whether the user has switched its API on.
    package var isOn = true
    /// Whether it tells the number of a new feed.
    package var tellsNewFeed = true

    package init() {}

    package static let old: TinyTinyRSSDouble = {
        var double = TinyTinyRSSDouble()
        double.tellsNewFeed = false
        return double
    }()

    package func answer(_ request: DoubledRequest, _ shelf: inout ServerShelf) -> Answer {
        guard request.path == "/api/", request.method == "POST" else { return Answer(404) }
        let json = request.json
        let operation = json["op"] as? String
        if operation == "login" {
            shelf.logins += 1
            guard json["user"] as? String == shelf.user, json["password"] as? String == shelf.password else {
                return failure("LOGIN_ERROR")
            }
            return isOn ? success(["session_id": shelf.key, "api_level": 15]) : failure("API_DISABLED")
        }
        guard json["sid"] as? String == shelf.key else { return failure("NOT_LOGGED_IN") }
        switch operation {
        case "getFeeds": return success(shelf.feeds.map { feed($0, shelf) })
        case "getCategories":
            let real = shelf.folders.dropFirst().enumerated().map { ["id": $0 + 1, "title": $1] as [String: Any] }
            return success(real + [["id": -1, "title": "Special"], ["id": 0, "title": "Uncategorized"]])
        case "getHeadlines": return headlines(json, shelf)
        case "getArticle":
            let ids = (json["article_id"] as? String ?? "").split(separator: ",").compactMap { Int64($0) }
            return success(shelf.items.filter { ids.contains($0.id) }.map { article($0, hasText: true) })
        case "updateArticle": return mark(json, &shelf)
        case "subscribeToFeed": return add(json, &shelf)
        case "unsubscribeFeed":
            guard let index = shelf.feeds.firstIndex(where: { $0.number == json["feed_id"] as? Int }) else {
                return failure("FEED_NOT_FOUND")
            }
            let feed = shelf.feeds.remove(at: index)
            shelf.items.removeAll { $0.feed == feed.number }
            return success(["status": "OK"])
        default: return failure("UNKNOWN_METHOD")
        }
    }

    private func success(_ content: Any) -> Answer { Answer(json: ["seq": 0, "status": 0, "content": content]) }

    private func failure(_ name: String) -> Answer {
        Answer(json: ["seq": 0, "status": 1, "content": ["error": name]] as [String: Any])
    }

    private func feed(_ feed: ServerShelf.Feed, _ shelf: ServerShelf) -> [String: Any] {
        [
            "id": feed.number, "feed_url": feed.url, "title": feed.title, "unread": 0,
            "cat_id": feed.folder.flatMap { shelf.folders.firstIndex(of: $0) } ?? 0
        ]
    }

    private func headlines(_ json: [String: Any], _ shelf: ServerShelf) -> Answer {
        var items = Array(shelf.items.reversed())
        if json["feed_id"] as? Int == -1 { items = items.filter(\.isStarred) }
        if json["view_mode"] as? String == "unread" { items = items.filter { !$0.isRead } }
        let page = items.dropFirst(json["skip"] as? Int ?? 0).prefix(min(json["limit"] as? Int ?? 200, 200))
        return success(page.map { article($0, hasText: false) })
    }

    private func article(_ item: ServerShelf.Item, hasText: Bool) -> [String: Any] {
        var article: [String: Any] = [
            "id": item.id, "guid": "{\"ver\":2}", "title": item.title, "link": item.link, "unread": !item.isRead,
            "marked": item.isStarred, "updated": item.came, "feed_id": String(item.feed), "author": "A. Writer"
        ]
        if hasText {
            article["content"] = item.content
            article["attachments"] = [["content_url": "https://example.org/a.mp3", "content_type": "audio/mpeg"]]
        }
        return article
    }

    private func mark(_ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        guard let mode = json["mode"] as? Int, let field = json["field"] as? Int else {
            return failure("INCORRECT_USAGE")
        }
        for id in (json["article_ids"] as? String ?? "").split(separator: ",").compactMap({ Int64($0) }) {
            shelf.change(id) { item in
                if field == 0 { item.isStarred = mode == 2 ? !item.isStarred : mode == 1 }
                if field == 2 { item.isRead = mode == 2 ? !item.isRead : mode == 0 }
            }
        }
        return success(["status": "OK", "updated": 1])
    }

    private func add(_ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        let url = json["feed_url"] as? String ?? ""
        if url.contains("nothing") { return success(["status": ["code": 3]]) }
        if let known = shelf.feeds.first(where: { $0.url == url }) {
            return success(["status": tellsNewFeed ? ["code": 0, "feed_id": known.number] : ["code": 0]])
        }
        let number = (shelf.feeds.map(\.number).max() ?? 0) + 1
        let folder = json["category_id"] as? Int ?? 0
        shelf.feeds.append(
            ServerShelf.Feed(
                number: number, url: url, title: "Feed \(number)", folder: folder > 0 ? shelf.folders[folder] : nil))
        return success(["status": tellsNewFeed ? ["code": 1, "feed_id": number] : ["code": 1]])
    }
}
