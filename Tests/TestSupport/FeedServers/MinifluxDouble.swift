import Foundation

/// Miniflux's own interface.
package struct MinifluxDouble: ServerDialect {
    package let root = "/miniflux"
    /// Whether it is older than 2.3.2, which can set stars and list ids.
    package var isOld = false
    /// The most ids in a list, and the most entries in an answer.
    package var longestList = 10_000
    package var longestPage = 1000

    package static let new = MinifluxDouble()
    package static let old = MinifluxDouble(isOld: true)

    package func answer(_ request: DoubledRequest, _ shelf: inout ServerShelf) -> Answer {
        let basic = "Basic " + Data("\(shelf.user):\(shelf.password)".utf8).base64EncodedString()
        guard request.headers["x-auth-token"] == shelf.password || request.headers["authorization"] == basic else {
            return Answer(401, body: #"{"error_message":"access unauthorized"}"#)
        }
        let parts = request.path.split(separator: "/").dropFirst().map(String.init)
        switch (request.method, parts.first, parts.count) {
        case ("GET", "me", 1): return Answer(json: ["username": shelf.user])
        case ("GET", "feeds", 1): return Answer(json: shelf.feeds.map { feed($0, shelf) })
        case ("POST", "feeds", 1): return add(request.json, &shelf)
        case (_, "feeds", _): return changeFeed(request.method, parts, request.json, &shelf)
        case ("GET", "categories", 1): return Answer(json: shelf.folders.enumerated().map { category($0 + 1, $1) })
        case ("POST", "categories", 1):
            guard let title = request.json["title"] as? String else { return badRequest }
            shelf.emptyFolders.append(title)
            return created(category(shelf.folders.count, title))
        case ("PUT", "categories", 2): return renameCategory(parts[1], request.json, &shelf)
        case ("GET", "entries", 1): return entries(request.query, shelf)
        case ("PUT", "entries", 1): return mark(request.json, &shelf)
        case ("GET", "entries", 2) where parts[1] == "ids": return isOld ? badRequest : ids(request.query, shelf)
        case ("GET", "entries", 2):
            guard let item = shelf.items.first(where: { String($0.id) == parts[1] }) else { return notFound }
            return Answer(json: entry(item))
        case ("PUT", "entries", 3) where parts[2] == "bookmark":
            guard let id = Int64(parts[1]) else { return badRequest }
            shelf.change(id) { $0.isStarred.toggle() }
            return done
        case ("PUT", "enclosures", 2):
            guard let index = shelf.items.firstIndex(where: { String($0.id) == parts[1] }), !isOld else {
                return notFound
            }
            guard let seconds = request.json["media_progression"] as? Int, seconds >= 0 else { return badRequest }
            // The entry doesn't count as changed.
            shelf.items[index].played = seconds
            return done
        default: return notFound
        }
    }

    private var done: Answer { .raw(Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)) }
    private var badRequest: Answer { Answer(400, body: #"{"error_message":"bad"}"#) }
    private var notFound: Answer { Answer(404, body: #"{"error_message":"resource not found"}"#) }

    private func created(_ json: Any) -> Answer {
        let data = try? JSONSerialization.data(withJSONObject: json)
        return Answer(201, body: data.map { [UInt8]($0) } ?? [])
    }

    private func category(_ number: Int, _ title: String) -> [String: Any] { ["id": number, "title": title] }

    private func feed(_ feed: ServerShelf.Feed, _ shelf: ServerShelf) -> [String: Any] {
        let folder = feed.folder ?? "All"
        return [
            "id": feed.number, "feed_url": feed.url, "site_url": "https://example.org/", "title": feed.title,
            "category": category((shelf.folders.firstIndex(of: folder) ?? 0) + 1, folder)
        ]
    }

    private func add(_ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        guard let url = json["feed_url"] as? String, !url.contains("nothing"),
            !shelf.feeds.contains(where: { $0.url == url })
        else { return badRequest }
        let number = (shelf.feeds.map(\.number).max() ?? 0) + 1
        let folder = (json["category_id"] as? Int).map { shelf.folders[$0 - 1] }
        shelf.feeds.append(ServerShelf.Feed(number: number, url: url, title: "Feed \(number)", folder: folder))
        return created(["feed_id": number])
    }

    private func changeFeed(
        _ method: String, _ parts: [String], _ json: [String: Any], _ shelf: inout ServerShelf
    ) -> Answer {
        guard let index = shelf.feeds.firstIndex(where: { String($0.number) == parts[1] }) else { return notFound }
        switch (method, parts.count) {
        case ("DELETE", 2):
            let feed = shelf.feeds.remove(at: index)
            shelf.items.removeAll { $0.feed == feed.number }
            return done
        case ("PUT", 2):
            if let title = json["title"] as? String { shelf.feeds[index].title = title }
            if let number = json["category_id"] as? Int { shelf.feeds[index].folder = shelf.folders[number - 1] }
            return created(feed(shelf.feeds[index], shelf))
        default: return notFound
        }
    }

    private func renameCategory(_ number: String, _ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        guard let number = Int(number), let title = json["title"] as? String, shelf.folders.indices.contains(number - 1)
        else { return notFound }
        let old = shelf.folders[number - 1]
        for index in shelf.feeds.indices where shelf.feeds[index].folder == old { shelf.feeds[index].folder = title }
        return created(category(number, title))
    }
}

extension MinifluxDouble {
    private func found(_ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> [ServerShelf.Item] {
        func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
        return shelf.items.filter { item in
            (query["status"].map { $0 == (item.isRead ? "read" : "unread") } ?? true)
                && (query["starred"].map { $0 == String(item.isStarred) } ?? true)
                && (number("changed_after").map { item.changed > $0 } ?? true)
                && (number("published_after").map { item.came > $0 } ?? true)
        }
    }

    private func entries(_ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        let found = found(query, shelf)
        let before = query["before_entry_id"].flatMap { Int64($0) } ?? .max
        let after = query["after_entry_id"].flatMap { Int64($0) } ?? 0
        var page = found.filter { $0.id < before && $0.id > after }
        if query["order"] == "changed_at" { page.sort { $0.changed < $1.changed } }
        if query["direction"] == "desc" { page.reverse() }
        let limit = query["limit"].flatMap { Int($0) } ?? 100
        guard limit <= 1000 else { return badRequest }
        return Answer(json: [
            "total": found.count, "entries": page.prefix(min(limit, longestPage)).map(entry)
        ])
    }

    private func ids(_ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        let found = Array(found(query, shelf).reversed())
        let limit = min(query["limit"].flatMap { Int($0) } ?? longestList, longestList)
        let offset = query["offset"].flatMap { Int($0) } ?? 0
        return Answer(json: [
            "total": found.count, "entry_ids": found.dropFirst(offset).prefix(limit).map(\.id)
        ])
    }

    private func entry(_ item: ServerShelf.Item) -> [String: Any] {
        [
            "id": item.id, "feed_id": item.feed, "status": item.isRead ? "read" : "unread",
            "starred": item.isStarred, "title": item.title, "url": item.link, "content": item.content,
            "author": "A. Writer", "published_at": time(item.came), "changed_at": time(item.changed),
            "tags": ["swift"], "hash": item.guid,
            "enclosures": [
                [
                    "id": item.id, "url": item.file, "mime_type": "audio/mpeg", "size": 12,
                    "media_progression": item.played
                ]
            ],
            "feed": ["id": item.feed, "title": "Feed"]
        ]
    }

    private func time(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).ISO8601Format().replacing("Z", with: ".25Z")
    }

    private func mark(_ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        let ids = (json["entry_ids"] as? [NSNumber] ?? []).map(\.int64Value)
        let status = json["status"] as? String
        let isStarred = isOld ? nil : json["starred"] as? Bool
        guard !ids.isEmpty, status != nil || isStarred != nil else { return badRequest }
        // One statement has one time for all.
        let now = shelf.now + 1
        for id in ids {
            shelf.now = now - 1
            shelf.change(id) { item in
                if let status { item.isRead = status == "read" }
                if let isStarred { item.isStarred = isStarred }
            }
        }
        return done
    }
}
