/// The Google Reader API as one server speaks it.
package struct GoogleReaderDouble: ServerDialect {
    package var root = ""
    /// The most ids in a list.
    package var cap = 10_000
    /// Whether a list that was cut off says how to go on.
    package var saysContinuation = true
    /// Whether forms are read as PHP reads them.
    package var isPHP = false
    /// Whether the place to go on in a list is an id, and otherwise a count.
    package var continuesAtID = false
    /// Whether POST requests are recognised by their token alone.
    package var knowsPostsByToken = false
    /// Whether titles have wide characters for those of HTML.
    package var writesWide = false
    /// Whether a stream that it doesn't know is answered with everything.
    package var answersUnknownStreams = false
    /// Whether ids are texts that are no numbers.
    package var hasTextIDs = false
    /// Whether short ids in requests are always hexadecimal.
    package var readsShortIDsAsHexadecimal = false
    /// Whether a feed's id has its URL, which is nowhere else.
    package var hasURLOnlyInID = false
    /// The numbers that `mark-all-as-read` compares.
    package var marksUpToID = false
    /// Whether it accepts logins at all.
    package var isOn = true

    package static let freshRSS = GoogleReaderDouble(
        root: "/api/greader.php", cap: .max, isPHP: true, continuesAtID: true, writesWide: true,
        answersUnknownStreams: true, marksUpToID: true)
    package static let miniflux = GoogleReaderDouble(knowsPostsByToken: true)
    package static let oldMiniflux = GoogleReaderDouble(knowsPostsByToken: true, readsShortIDsAsHexadecimal: true)
    package static let bazQux = GoogleReaderDouble(cap: 50_000, hasURLOnlyInID: true)
    package static let theOldReader = GoogleReaderDouble(continuesAtID: true, hasTextIDs: true)
    /// A server that puts fewer ids into a list than lede asks for.
    package static let inoreader = GoogleReaderDouble(cap: 1000, continuesAtID: true)

    package func answer(_ request: DoubledRequest, _ shelf: inout ServerShelf) -> Answer {
        guard isOn else { return Answer(503, body: "Service Unavailable!") }
        let form = isPHP ? request.formOfPHP : request.form
        if request.path == "/accounts/ClientLogin" { return logIn(form, &shelf) }
        guard request.path.hasPrefix("/reader/api/0/") else { return Answer(404) }
        let path = request.path.dropFirst("/reader/api/0/".count)
        let hasKey = request.headers["authorization"] == "GoogleLogin auth=\(shelf.key)"
        if request.method == "GET" {
            guard hasKey else { return Answer(401, body: "Unauthorized!") }
            return get(path, request.query, shelf)
        }
        guard hasKey || knowsPostsByToken else { return Answer(401, body: "Unauthorized!") }
        guard form["T"] == shelf.token || !knowsPostsByToken && path == "stream/items/contents" else {
            return Answer(401, headers: ["X-Reader-Google-Bad-Token": "true"], body: "Unauthorized!")
        }
        return post(path, request.query, form, &shelf)
    }

    private func logIn(_ form: [DoubledRequest.Field], _ shelf: inout ServerShelf) -> Answer {
        shelf.logins += 1
        guard form["Email"] == shelf.user, form["Passwd"] == shelf.password else {
            return Answer(401, body: "Error=BadAuthentication")
        }
        return Answer(200, body: "SID=\(shelf.key)\nLSID=null\nAuth=\(shelf.key)\n")
    }

    private func get(_ path: Substring, _ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        switch path {
        case "token": return Answer(200, body: shelf.token + "\n")
        case "subscription/list" where query["output"] == "json": return Answer(json: subscriptions(shelf))
        case "stream/items/ids": return list(query, shelf)
        case "tag/list" where query["output"] == "json": return Answer(json: tags(shelf))
        case "unread-count", "stream/contents": return Answer(json: [] as [Int])
        default: return Answer(501)
        }
    }

    private func post(
        _ path: Substring, _ query: [DoubledRequest.Field], _ form: [DoubledRequest.Field], _ shelf: inout ServerShelf
    ) -> Answer {
        switch path {
        case "stream/items/contents": return contents(form, shelf)
        case "edit-tag": return mark(form, &shelf)
        case "mark-all-as-read": return markAll(form, &shelf)
        case "subscription/quickadd": return quickAdd(query["quickadd"], &shelf)
        case "subscription/edit": return edit(form, &shelf)
        case "rename-tag":
            let (old, new) = (label(form["s"]), label(form["dest"]))
            for index in shelf.feeds.indices where shelf.feeds[index].folder == old { shelf.feeds[index].folder = new }
            return Answer(200, body: "OK")
        default: return Answer(501)
        }
    }

    /// The name of a feed's stream, which is its id.
    func stream(_ feed: ServerShelf.Feed) -> String { hasURLOnlyInID ? "feed/\(feed.url)" : "feed/\(feed.number)" }

    func label(_ tag: String?) -> String? {
        guard let tag, tag.hasPrefix("user/-/label/") else { return nil }
        return String(tag.dropFirst("user/-/label/".count))
    }
}

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

    func tags(_ shelf: ServerShelf) -> [String: Any] {
        let folders = shelf.folders.map { ["id": "user/-/label/\($0)", "type": "folder"] }
        let labels = shelf.labels.sorted().map { ["id": "user/-/label/\($0)", "type": "tag"] }
        return ["tags": [["id": "user/-/state/com.google/starred"]] + folders + labels]
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

extension GoogleReaderDouble {
    func list(_ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        let archived = Set(shelf.feeds.filter(\.isArchived).map(\.number))
        var items = shelf.items.reversed().filter { !archived.contains($0.feed) }
        switch query["s"] {
        case "user/-/state/com.google/reading-list": break
        case "user/-/state/com.google/starred": items = items.filter(\.isStarred)
        case let stream:
            if let label = label(stream), shelf.labels.contains(label) {
                items = items.filter { $0.labels.contains(label) }
            } else if !answersUnknownStreams {
                return Answer(500)
            }
        }
        if query["xt"] == "user/-/state/com.google/read" { items = items.filter { !$0.isRead } }
        if let time = query["ot"].flatMap({ Int($0) }) { items = items.filter { $0.came >= time } }
        let count = min(query["n"].flatMap { Int($0) } ?? 20, cap)
        var start = 0
        if let place = query["c"].flatMap({ Int64($0) }) {
            // With an id it begins at the next older one and drops that, too, if the one named has gone.
            start = continuesAtID ? (items.firstIndex { $0.id <= place } ?? items.count) + 1 : Int(place)
        }
        let page = items.dropFirst(start).prefix(count)
        var answer: [String: Any] = ["itemRefs": page.map { ["id": shortID($0.id)] }]
        if saysContinuation, page.count == count, let last = page.last {
            answer["continuation"] = continuesAtID ? String(last.id) : String(start + count)
        }
        return Answer(json: answer)
    }

    func contents(_ form: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        guard form["output"] == "json" else { return Answer(400) }
        let ids = Set(form[all: "i"].compactMap(readID)).sorted()
        let streams = Dictionary(uniqueKeysWithValues: shelf.feeds.map { ($0.number, stream($0)) })
        let folders = Dictionary(uniqueKeysWithValues: shelf.feeds.map { ($0.number, $0.folder ?? "Uncategorized") })
        let items = ids.compactMap(shelf.item).map { item -> [String: Any] in
            var categories = [
                "user/1/state/com.google/reading-list", "user/1/label/\(folders[item.feed] ?? "")", "swift"
            ]
            if item.isRead { categories.append("user/1/state/com.google/read") }
            if item.isStarred { categories.append("user/1/state/com.google/starred") }
            categories += item.labels.map { "user/-/label/\($0)" }
            return [
                "id": longID(item.id), "title": writesWide ? wide(item.title) : item.title, "author": "A. Writer",
                "published": item.came, "categories": categories, "alternate": [["href": item.link]],
                "summary": ["content": item.content], "origin": ["streamId": streams[item.feed] ?? ""],
                "enclosure": [["href": "https://example.org/a.mp3", "type": "audio/mpeg", "length": 12]]
            ]
        }
        return Answer(json: ["id": "user/-/state/com.google/reading-list", "items": items])
    }

    func mark(_ form: [DoubledRequest.Field], _ shelf: inout ServerShelf) -> Answer {
        // FreshRSS says OK, but no label has the name of a folder.
        let (added, removed) = (label(form["a"]).flatMap { shelf.folders.contains($0) ? nil : $0 }, label(form["r"]))
        if let added { shelf.labels.insert(added) }
        for id in form[all: "i"].compactMap(readID) {
            shelf.change(id) { item in
                if let added { item.labels.insert(added) }
                if let removed { item.labels.remove(removed) }
                if form["a"] == "user/-/state/com.google/read" { item.isRead = true }
                if form["a"] == "user/-/state/com.google/starred" { item.isStarred = true }
                if form["r"] == "user/-/state/com.google/read" { item.isRead = false }
                if form["r"] == "user/-/state/com.google/starred" { item.isStarred = false }
            }
        }
        return Answer(200, body: "OK")
    }

    func markAll(_ form: [DoubledRequest.Field], _ shelf: inout ServerShelf) -> Answer {
        let end = form["ts"].flatMap { Int64($0) } ?? .max
        let feed = shelf.feeds.first { stream($0) == form["s"] }?.number
        for item in shelf.items where item.feed == feed {
            if (marksUpToID ? item.id : Int64(item.came) * 1_000_000 + 1) <= end {
                shelf.change(item.id) { $0.isRead = true }
            }
        }
        return Answer(200, body: "OK")
    }

    /// The id in lists.
    private func shortID(_ id: Int64) -> String { hasTextIDs ? textID(id) : String(id) }

    /// The id in contents.
    private func longID(_ id: Int64) -> String {
        "tag:google.com,2005:reader/item/"
            + (hasTextIDs ? textID(id) : padded(String(UInt64(bitPattern: id), radix: 16), to: 16))
    }

    /// Reads an id of a request.
    private func readID(_ text: String) -> Int64? {
        let digits = text.split(separator: "/").last.map(String.init) ?? ""
        if hasTextIDs { return digits.count == 24 ? Int64(digits.dropFirst(), radix: 16) : nil }
        if text.contains("/") { return UInt64(digits, radix: 16).map(Int64.init(bitPattern:)) }
        if readsShortIDsAsHexadecimal || !isPHP && digits.count == 16 { return Int64(digits, radix: 16) }
        return Int64(digits) ?? Int64(digits, radix: 16)
    }

    private func textID(_ id: Int64) -> String { "5" + padded(String(id, radix: 16), to: 23) }

    private func padded(_ digits: String, to length: Int) -> String {
        String(repeating: "0", count: length - digits.count) + digits
    }

    func wide(_ text: String) -> String {
        text.replacing("&", with: "＆").replacing("<", with: "＜").replacing(">", with: "＞")
    }
}
