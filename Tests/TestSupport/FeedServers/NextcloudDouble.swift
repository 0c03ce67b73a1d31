import Foundation

/// Nextcloud's app News.
package struct NextcloudDouble: ServerDialect {
    package let root = "/cloud"
    /// Whether a page of items begins with the one that its offset names.
    package var includesOffset = false

    /// Whether the app GPodder Sync is installed.
    package var keepsPositions = true

    package init() {}

    package static let inclusive: NextcloudDouble = {
        var double = NextcloudDouble()
        double.includesOffset = true
        return double
    }()

    package func answer(_ request: DoubledRequest, _ shelf: inout ServerShelf) -> Answer {
        let basic = "Basic " + Data("\(shelf.user):\(shelf.password)".utf8).base64EncodedString()
        guard request.headers["authorization"] == basic else { return Answer(401) }
        if keepsPositions, request.path.hasPrefix("/index.php/apps/gpoddersync/episode_action") {
            return request.method == "POST" ? act(request.body, &shelf) : actions(request.query, shelf)
        }
        let start = "/index.php/apps/news/api/v1-3/"
        guard request.path.hasPrefix(start) else { return Answer(404) }
        let parts = request.path.dropFirst(start.count).split(separator: "/").map(String.init)
        switch (request.method, parts.first, parts.count) {
        case ("GET", "version", 1): return Answer(json: ["version": "25.0.0"])
        case ("GET", "folders", 1): return Answer(json: ["folders": folders(shelf).enumerated().map(folder)])
        case ("POST", "folders", 1):
            guard let name = request.json["name"] as? String else { return Answer(422) }
            shelf.emptyFolders.append(name)
            return Answer(json: ["folders": [folder(folders(shelf).count - 1, name)]])
        case ("PUT", "folders", 2): return renameFolder(parts[1], request.json, &shelf)
        case ("GET", "feeds", 1): return Answer(json: ["feeds": shelf.feeds.map { feed($0, shelf) }])
        case ("POST", "feeds", 1): return add(request.json, &shelf)
        case (_, "feeds", _): return changeFeed(request.method, parts, request.json, &shelf)
        case ("GET", "items", 1): return items(request.query, shelf)
        case ("GET", "items", 2):
            let time = request.query["lastModified"].flatMap { Int($0) } ?? 0
            return Answer(json: ["items": shelf.items.reversed().filter { $0.changed >= time }.map(item)])
        case ("POST", "items", 3): return mark(parts[1], request.json, &shelf)
        default: return Answer(405)
        }
    }

    private func actions(_ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        let since = query["since"].flatMap { Int($0) } ?? 0
        let found = shelf.actions.filter { $0.value.time > since }.map { url, action -> [String: Any] in
            let time = Date(timeIntervalSince1970: Double(action.time)).ISO8601Format().replacing("Z", with: "+00:00")
            return [
                "podcast": action.podcast, "episode": url, "guid": action.guid as Any? ?? NSNull(), "action": "PLAY",
                "timestamp": time, "started": 0, "position": action.position, "total": action.total
            ]
        }
        return Answer(json: ["actions": found, "timestamp": shelf.now])
    }

    /// Keeps only the last action of each recording, whatever its time.
    private func act(_ body: [UInt8], _ shelf: inout ServerShelf) -> Answer {
        guard let actions = try? JSONSerialization.jsonObject(with: Data(body)) as? [[String: Any]] else {
            return Answer(400)
        }
        for action in actions where (action["action"] as? String)?.lowercased() == "play" {
            guard let podcast = action["podcast"] as? String, let url = action["episode"] as? String,
                let time = action["timestamp"] as? String, let date = try? Date(time + "Z", strategy: .iso8601)
            else { return Answer(500) }
            var kept = ServerShelf.EpisodeAction(
                position: action["position"] as? Int ?? -1, total: action["total"] as? Int ?? -1,
                time: Int(date.timeIntervalSince1970))
            (kept.podcast, kept.guid) = (podcast, action["guid"] as? String)
            shelf.actions[url] = kept
        }
        return Answer(json: ["timestamp": shelf.now])
    }

    private func folders(_ shelf: ServerShelf) -> [String] { Array(shelf.folders.dropFirst()) }

    private func folder(_ index: Int, _ name: String) -> [String: Any] { ["id": index + 1, "name": name] }

    private func feed(_ feed: ServerShelf.Feed, _ shelf: ServerShelf) -> [String: Any] {
        let folder = feed.folder.flatMap { folders(shelf).firstIndex(of: $0) }.map { $0 + 1 }
        return [
            "id": feed.number, "url": feed.url, "title": feed.title, "link": "https://example.org/",
            "folderId": folder as Any? ?? NSNull()
        ]
    }

    private func add(_ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        guard let url = json["url"] as? String, !url.contains("nothing") else { return Answer(404) }
        if shelf.feeds.contains(where: { $0.url == url }) { return Answer(409) }
        let number = (shelf.feeds.map(\.number).max() ?? 0) + 1
        let folder = (json["folderId"] as? Int).map { folders(shelf)[$0 - 1] }
        shelf.feeds.append(ServerShelf.Feed(number: number, url: url, title: "Feed \(number)", folder: folder))
        return Answer(json: ["feeds": [feed(shelf.feeds[shelf.feeds.count - 1], shelf)]])
    }

    private func changeFeed(
        _ method: String, _ parts: [String], _ json: [String: Any], _ shelf: inout ServerShelf
    ) -> Answer {
        guard let index = shelf.feeds.firstIndex(where: { String($0.number) == parts[1] }) else { return Answer(404) }
        switch (method, parts.dropFirst(2).first) {
        case ("DELETE", nil):
            let feed = shelf.feeds.remove(at: index)
            shelf.items.removeAll { $0.feed == feed.number }
        case ("POST", "rename"): shelf.feeds[index].title = json["feedTitle"] as? String ?? ""
        case ("POST", "move"):
            shelf.feeds[index].folder = (json["folderId"] as? Int).map { folders(shelf)[$0 - 1] }
        case ("POST", "read"):
            let end = (json["newestItemId"] as? NSNumber)?.int64Value ?? 0
            for item in shelf.items where item.feed == shelf.feeds[index].number && item.id <= end {
                shelf.change(item.id) { $0.isRead = true }
            }
            return Answer(200, body: "null")
        default: return Answer(405)
        }
        return Answer(json: [] as [Int])
    }

    private func renameFolder(_ number: String, _ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        guard let number = Int(number), let name = json["name"] as? String,
            folders(shelf).indices.contains(number - 1)
        else { return Answer(404) }
        let old = folders(shelf)[number - 1]
        for index in shelf.feeds.indices where shelf.feeds[index].folder == old { shelf.feeds[index].folder = name }
        return Answer(json: [] as [Int])
    }

    private func items(_ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        var items = Array(shelf.items.reversed())
        switch (query["type"], query["getRead"]) {
        case ("3", "false"): items = items.filter { !$0.isRead }
        case ("3", _): break
        case ("2", "true"): items = items.filter(\.isStarred)
        default:
            return Answer(json: ["message": "Setting getRead on an already filtered list is not allowed!"])
        }
        if let offset = query["offset"].flatMap({ Int64($0) }) {
            items = items.filter { $0.id < offset || includesOffset && $0.id == offset }
        }
        let count = query["batchSize"].flatMap { Int($0) } ?? -1
        return Answer(json: ["items": (count < 0 ? items[...] : items.prefix(count)).map(item)])
    }

    private func mark(_ verb: String, _ json: [String: Any], _ shelf: inout ServerShelf) -> Answer {
        for id in (json["itemIds"] as? [NSNumber] ?? []).map(\.int64Value) {
            shelf.change(id) { item in
                switch verb {
                case "read": item.isRead = true
                case "unread": item.isRead = false
                case "star": item.isStarred = true
                case "unstar": item.isStarred = false
                default: break
                }
            }
        }
        return Answer(200, body: "null")
    }

    private func item(_ item: ServerShelf.Item) -> [String: Any] {
        [
            "id": item.id, "guid": item.guid, "url": item.link, "title": item.title, "author": "A. Writer",
            "pubDate": item.came, "body": item.content, "enclosureMime": "audio/mpeg",
            "enclosureLink": item.file, "feedId": item.feed, "unread": !item.isRead,
            "starred": item.isStarred, "lastModified": item.changed
        ]
    }
}
