/// The Fever API as one server speaks it.
package struct FeverDouble: ServerDialect {
    package let root: String
    /// Whether ids are texts, and otherwise numbers.
    package var hasTextIDs = false
    /// Whether titles have wide characters for those of HTML.
    package var writesWide = false
    /// Whether it refuses to mark an unknown item.
    package var refusesUnknownItems = false
    /// Whether it refuses to give any items if one is unknown.
    package var refusesBatches = false
    /// Whether stars are toggled, and Miniflux's own interface is beside it.
    package var isMiniflux = false

    package static let freshRSS = FeverDouble(root: "/api/fever.php", hasTextIDs: true, writesWide: true)
    package static let coldsweat = FeverDouble(root: "/fever/", refusesUnknownItems: true)
    package static let strict = FeverDouble(root: "/fever/", refusesBatches: true)
    package static let miniflux = FeverDouble(root: "/fever/", isMiniflux: true)

    package func answer(_ request: DoubledRequest, _ shelf: inout ServerShelf) -> Answer {
        if request.path == "/v1/me" {
            guard isMiniflux else { return Answer(404) }
            return Answer(401, headers: ["Content-Type": "application/json"], body: #"{"error_message":"no"}"#)
        }
        guard request.path.isEmpty, request.query.first?.name == "api" else { return Answer(404) }
        // What “anna:geheim & ö” makes.
        guard request.form["api_key"] == "27f11c7ffa36b5b1b1653d1dd1f5c916" else {
            return Answer(json: ["api_version": 3, "auth": 0])
        }
        var answer: [String: Any] = ["api_version": 3, "auth": 1, "last_refreshed_on_time": shelf.now]
        let asked = request.query.map(\.name)
        if asked.contains("groups") {
            answer["groups"] = shelf.folders.enumerated().map {
                ["id": $0 + 1, "title": wide(name($1))] as [String: Any]
            }
        }
        if asked.contains("feeds") {
            answer["feeds"] = shelf.feeds.map { feed in
                [
                    "id": feed.number, "title": wide(feed.title), "url": feed.url, "site_url": "https://example.org/"
                ] as [String: Any]
            }
            answer["feeds_groups"] = shelf.folders.enumerated().map { number, folder in
                let feeds = shelf.feeds.filter { ($0.folder ?? "All") == folder }.map { String($0.number) }
                return ["group_id": number + 1, "feed_ids": feeds.joined(separator: ",")] as [String: Any]
            }
        }
        if asked.contains("unread_item_ids") { answer["unread_item_ids"] = list(shelf.unread) }
        if asked.contains("saved_item_ids") { answer["saved_item_ids"] = list(shelf.starred) }
        if asked.contains("items") {
            let ids = (request.query["with_ids"] ?? "").split(separator: ",").compactMap { Int64($0) }
            let items = shelf.items.filter { ids.contains($0.id) }
            if refusesBatches, items.count < ids.count { return Answer(404) }
            answer["items"] = items.prefix(50).map(item)
        }
        if request.form["mark"] == "item", let id = request.form["id"].flatMap({ Int64($0) }) {
            guard shelf.items.contains(where: { $0.id == id }) || !refusesUnknownItems else { return Answer(404) }
            shelf.change(id) { mark(&$0, as: request.form["as"]) }
        }
        return Answer(json: answer)
    }

    private func name(_ folder: String) -> String { folder == "All" && writesWide ? "Uncategorized" : folder }

    private func wide(_ text: String) -> String {
        guard writesWide else { return text }
        return text.replacing("&", with: "＆").replacing("<", with: "＜").replacing(">", with: "＞")
    }

    private func list(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ",") }

    private func mark(_ item: inout ServerShelf.Item, as name: String?) {
        switch name {
        case "read": item.isRead = true
        case "unread": item.isRead = false
        case "saved": item.isStarred = isMiniflux ? !item.isStarred : true
        case "unsaved": item.isStarred = isMiniflux ? !item.isStarred : false
        default: break
        }
    }

    private func item(_ item: ServerShelf.Item) -> [String: Any] {
        [
            "id": hasTextIDs ? String(item.id) as Any : item.id, "feed_id": item.feed, "title": wide(item.title),
            "author": "A. Writer", "html": item.content, "url": item.link, "created_on_time": item.came,
            "is_read": hasTextIDs ? (item.isRead ? "1" : "0") as Any : item.isRead ? 1 : 0,
            "is_saved": item.isStarred ? 1 : 0
        ]
    }
}
