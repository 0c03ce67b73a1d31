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
