import FeedParser
import FoundationEssentials
import HTTP
import System
import URLs

/// The Fever API, which FreshRSS, coldsweat and a plugin of tt-rss speak. It can't manage feeds, marks one item at a time,
/// and gives the items of fifty ids at most.
final class Fever: ConnectedServer {
    private struct State {
        var isChecked = false
        /// Whether the server has refused the password, which then isn't tried again.
        var isRefused = false
    }

    let connection: ServerConnection
    /// Whether titles come with wide characters, as from FreshRSS.
    let writesWide: Bool
    private let key: String
    private let end: String
    private let state = Locked(State())

    init(_ account: ServerAccount) throws(ServerFailure) {
        connection = try ServerConnection(account)
        key = MD5.hash("\(account.user):\(account.password)")
        let path = WebURL(account.url)?.path ?? ""
        writesWide = path.hasSuffix(".php")
        // Some servers redirect from a folder without its slash, and then the form is lost.
        end = writesWide ? "" : "/"
    }

    static let abilities = Abilities(marksAtOnce: 1, folders: .many, adds: false, arranges: false)
    let abilities: Abilities = Fever.abilities

    func logIn() throws(ServerFailure) { _ = try ask("") }

    /// Sends a request and reads the answer.
    private func ask(_ query: String) throws(ServerFailure) -> JSONValue {
        let answer = try connection.send(try request(query), isRepeatable: true).json { $0 }
        try checkLogin(answer)
        return answer
    }

    /// The request for what a query names, with the key.
    func request(
        _ query: String, _ fields: [(String, String)] = [], isChange: Bool = false
    ) throws(ServerFailure) -> ServerRequest {
        if state.withLock({ $0.isRefused }) { throw .loginRefused }
        try refuseMiniflux()
        var form: Form = ["api_key": key]
        for (name, value) in fields { form.add(name, value) }
        return ServerRequest("\(end)?api\(query)", sending: form, isChange: isChange)
    }

    /// The server's status is the same for a wrong password.
    private func checkLogin(_ answer: JSONValue, isChange: Bool = false) throws(ServerFailure) {
        guard let isLoggedIn = answer["auth"]?.flag else { throw .notInForm(isChange: isChange) }
        guard isLoggedIn else {
            state.withLock { $0.isRefused = true }
            throw .loginRefused
        }
    }

    /// Miniflux toggles stars where it should set or remove them. It answers the request for its own interface with JSON;
    /// other servers have nothing there.
    private func refuseMiniflux() throws(ServerFailure) {
        if state.withLock({ $0.isChecked }) { return }
        let root = connection.base.hasSuffix("/fever") ? connection.base.dropLast("/fever".count) : nil
        guard let root, try connection.hasMiniflux(at: String(root)) else {
            state.withLock { $0.isChecked = true }
            return
        }
        throw ServerFailure(
            .unsupported, "Miniflux's Fever API loses stars: use its own interface or its Google Reader API")
    }

    func unread(limit: Int) throws(ServerFailure) -> ServerList { try list("unread_item_ids", limit) }

    func starred(limit: Int) throws(ServerFailure) -> ServerList { try list("saved_item_ids", limit) }

    /// The server sends the whole list, in any order.
    private func list(_ name: String, _ limit: Int) throws(ServerFailure) -> ServerList {
        guard let text = try ask("&\(name)")[name]?.text else { throw .notInForm() }
        let ids = text.split(separator: ",").map { ServerItemID(String($0.filter { !$0.isWhitespace })) }
        let newestFirst = ids.sorted { ($0.number ?? 0) > ($1.number ?? 0) }
        return ServerList(Array(newestFirst.prefix(limit)), isComplete: newestFirst.count <= limit)
    }

    /// Asks for two batches at a time, so that the server works while an answer is stored.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var batches = stride(from: 0, to: ids.count, by: Self.batch).map { ids[$0..<min($0 + Self.batch, ids.count)] }[
            ...]
        var underWay: [(batch: ArraySlice<ServerItemID>, request: ServerRequest, answer: PendingAnswer)] = []
        while !batches.isEmpty || !underWay.isEmpty {
            while underWay.count < 2, let batch = batches.popFirst() {
                let request = try request(for: batch)
                underWay.append((batch, request, connection.start(request)))
            }
            let next = underWay.removeFirst()
            let found = try items(of: next.batch) { () throws(ServerFailure) in
                try connection.result(of: next.answer, for: next.request)
            }
            if !found.isEmpty { try receive(found) }
        }
    }

    private static let batch = 50

    private func request(for ids: ArraySlice<ServerItemID>) throws(ServerFailure) -> ServerRequest {
        try request("&items&with_ids=\(ids.map { Form.encoded($0.description) }.joined(separator: ","))")
    }

    /// Reads the items. Some servers refuse all if one has gone, so lede asks for each half.
    private func items(
        of ids: ArraySlice<ServerItemID>, _ answer: () throws(ServerFailure) -> Response
    ) throws(ServerFailure) -> [ServerItem] {
        do throws(ServerFailure) {
            return try items(in: try answer(), of: Set(ids))
        } catch {
            guard error.kind == .gone else { throw error }
            if ids.count == 1 { return [] }
            let middle = ids.startIndex + ids.count / 2
            return try askForItems(ids[..<middle]) + askForItems(ids[middle...])
        }
    }

    private func askForItems(_ ids: ArraySlice<ServerItemID>) throws(ServerFailure) -> [ServerItem] {
        let request = try request(for: ids)
        return try items(of: ids) { () throws(ServerFailure) in try connection.send(request, isRepeatable: true) }
    }

    private func items(in response: Response, of ids: Set<ServerItemID>) throws(ServerFailure) -> [ServerItem] {
        var items: [ServerItem] = []
        let answer = try response.json(eachOf: "items") { json in
            if let item = ServerItem(fever: json, writesWide: writesWide), ids.contains(item.id) { items.append(item) }
        }
        try checkLogin(answer)
        guard answer["items"] != nil else { throw response.notUnderstood(isChange: false) }
        return items
    }
}

extension ServerItem {
    fileprivate init?(fever json: JSONValue, writesWide: Bool) {
        // Without its marks it would be taken for unread.
        guard let id = json["id"]?.text, let feed = json["feed_id"]?.text, let isRead = json["is_read"]?.flag,
            let isStarred = json["is_saved"]?.flag
        else { return nil }
        var item = ParsedItem(json, link: "url", content: "html")
        item.published = json["created_on_time"]?.time
        if writesWide {
            item.title = item.title.map(WideSigns.undo(_:))
            item.authors = item.authors.map(WideSigns.undo(_:))
        }
        item.resolveLinks(base: item.link)
        self.init(id: ServerItemID(id), feed: ServerFeedID(feed), item: item, isRead: isRead, isStarred: isStarred)
    }
}

extension Fever {
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        precondition(ids.count <= 1, "the protocol has one item a mark")
        guard let id = ids.first else { return }
        let fields = [("mark", "item"), ("as", mark.feverName), ("id", id.description)]
        let response = try connection.send(try request("", fields, isChange: true), isRepeatable: true)
        try checkLogin(try response.json(isChange: true) { $0 }, isChange: true)
    }
}

extension ServerMark {
    fileprivate var feverName: String {
        switch self {
        case .read, .unread: rawValue
        case .starred: "saved"
        case .unstarred: "unsaved"
        }
    }
}

extension Fever {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        let answers = [try ask("&groups"), try ask("&feeds")]
        func list<Element>(_ name: String, _ read: (JSONValue) -> Element?) throws(ServerFailure) -> [Element] {
            // Without the folders, all feeds would seem to be moved out of theirs.
            guard let list = answers.lazy.reversed().compactMap({ $0[name]?.array }).first else { throw .notInForm() }
            return list.compactMap(read)
        }
        var feeds = try list("feeds") { ServerFeed($0, url: "url", site: "site_url") }
        let groups = try list("groups") { $0.idAndTitle() }.filter { !$0.title.isEmpty }
        let members = try list("feeds_groups") { json -> (group: String, feeds: [Substring])? in
            guard let group = json["group_id"]?.text, let feeds = json["feed_ids"]?.text else { return nil }
            return (group, feeds.split { $0 == "," || $0.isWhitespace })
        }
        let titles = Dictionary(groups.map { ($0.id, $0.title) }) { first, _ in first }
        let noFolder = GoogleReaderDialect.freshRSS.noFolder
        var folders: [String: [String]] = [:]
        for (group, feeds) in members {
            guard var title = titles[group] else { continue }
            if writesWide { title = WideSigns.undo(inName: title) }
            if writesWide, title == noFolder { continue }
            for feed in feeds { folders[String(feed), default: []].append(title) }
        }
        for index in feeds.indices {
            if writesWide { feeds[index].title = feeds[index].title.map(WideSigns.undo(inName:)) }
            feeds[index].folders = folders[feeds[index].id.text] ?? []
        }
        return feeds
    }
}

/// MD5 (RFC 1321), which the Fever API wants for its key. It protects nothing.
enum MD5 {
    /// The hash in hexadecimal digits.
    static func hash(_ text: String) -> String {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        let bytes = padded(Array(text.utf8))
        for start in stride(from: 0, to: bytes.count, by: 64) { add(bytes[start..<start + 64], to: &state) }
        return state.map(\.byteSwapped.hexadecimal).joined()
    }

    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        let length = UInt64(message.count) * 8
        return bytes + (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        let words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[block.startIndex + word * 4 + $1]) << ($1 * 8) }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for round in 0..<64 {
            let (mixed, word): (UInt32, Int) =
                switch round / 16 {
                case 0: ((b & c) | (~b & d), round)
                case 1: ((d & b) | (~d & c), (5 * round + 1) % 16)
                case 2: (b ^ c ^ d, (3 * round + 5) % 16)
                default: (c ^ (b | ~d), (7 * round) % 16)
                }
            let sum = a &+ mixed &+ table[round] &+ words[word]
            let shift = shifts[round / 16 * 4 + round % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
        }
        state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }

    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
    /// The integer parts of 2³² times the sines of 1 to 64.
    private static let table: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A,
        0xA830_4613, 0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
        0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340,
        0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8,
        0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
        0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
        0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92,
        0xFFEF_F47D, 0x8584_5DD1, 0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
        0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391
    ]
}
