extension GoogleReaderDouble {
    func list(_ query: [DoubledRequest.Field], _ shelf: ServerShelf) -> Answer {
        let archived = Set(shelf.feeds.filter(\.isArchived).map(\.number))
        var items = shelf.items.reversed().filter { !archived.contains($0.feed) }
        switch query["s"] {
        case "user/-/state/com.google/reading-list": break
        case "user/-/state/com.google/starred": items = items.filter(\.isStarred)
        default: if !answersUnknownStreams { return Answer(500) }
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
        let items = ids.compactMap(shelf.item).map { item -> [String: Any] in
            var categories = ["user/1/state/com.google/reading-list", "user/1/label/Folder", "swift"]
            if item.isRead { categories.append("user/1/state/com.google/read") }
            if item.isStarred { categories.append("user/1/state/com.google/starred") }
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
        for id in form[all: "i"].compactMap(readID) {
            shelf.change(id) { item in
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
