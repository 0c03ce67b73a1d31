import System

/// Reads a urls file line by line. An invalid line doesn't affect the others.
struct UrlsReader {
    /// More than any user has or could read.
    private static let mostFeeds = 100_000
    private static let mostProblems = 1000
    static let mostTags = 100
    private static let mostAccounts = 100
    private static let longestLine = 64 * 1024

    private(set) var list = UrlsList()
    /// The position of each URL's feed in the list.
    private var places: [String: Int] = [:]
    private var group: FeedGroup?
    private var above = Above.nothing
    private var number = 0
    private var line: ArraySlice<UInt8> = []

    /// The subscription above, which a setting is for.
    private enum Above {
        case nothing
        case feed(Int)
        case query
        case account(Int)
        /// An ignored line; its settings are ignored, too.
        case mistake
    }

    mutating func read(_ bytes: [UInt8]) {
        if UrlsText.isUTF16(bytes) {
            number = 1
            return addProblem("the file is in UTF-16: save it as UTF-8")
        }
        reserve(linesOf: bytes)
        var rest = bytes[...]
        // Some editors write a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while !rest.isEmpty {
            number += 1
            line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            readLine()
        }
        leaveOutRepeatedAccounts()
    }

    /// Reserves memory for as many feeds as there are lines.
    private mutating func reserve(linesOf bytes: [UInt8]) {
        let lines = min(bytes.count { $0 == UInt8(ascii: "\n") }, Self.mostFeeds)
        places.reserveCapacity(lines)
        list.feeds.reserveCapacity(lines)
    }

    private mutating func readLine() {
        if line.count > Self.longestLine {
            guard line.first(where: { !$0.isBlank }) != UInt8(ascii: "#") else { return }
            return leaveOut("the line is longer than 64 KB")
        }
        switch UrlsLine(line) {
        case .remark: break
        case .group(let path): open(path)
        case .setting(let key, let value): set(key, value)
        case .words(let words): subscribe(words)
        }
    }

    private mutating func open(_ path: String) {
        above = .nothing
        group = FeedGroup(path: path)
        if group == nil, !path.isEmpty {
            addProblem("invalid group “\(path)”: use up to \(FeedGroup.deepest) names, such as code/swift")
        }
    }

    private mutating func set(_ key: String, _ value: String) {
        switch above {
        case .mistake: break
        case .nothing: addProblem("no feed above “\(key)”: put it below the line of its feed")
        case .query: addProblem("“\(key)” doesn't apply to the saved search above it: put it below the line of a feed")
        case .feed(let place):
            guard let option = FeedOption.named(key) else { return addProblem(Self.complaint(aboutKey: key)) }
            var options = list.feeds[place].options ?? FeedOptions()
            if set(option, value, in: &options) { list.feeds[place].options = options }
        case .account(let place):
            guard let option = FeedOption.ofServer(named: key) else {
                return addProblem(Self.complaint(aboutServerKey: key))
            }
            var options = list.accounts[place].options
            if set(option, value, in: &options) { list.accounts[place].options = options }
        }
    }

    private mutating func set(_ option: FeedOption, _ value: String, in options: inout FeedOptions) -> Bool {
        do throws(FeedOption.Refusal) {
            try option.set(value, in: &options)
            return true
        } catch {
            addProblem(error.description)
            return false
        }
    }

    private static func complaint(aboutKey key: String) -> String {
        if FeedOption.ofServer(named: key) != nil {
            return "“\(key)” applies only to feed servers: put it below a line that begins with server:"
        }
        return complaint(about: key, as: "feed setting", among: FeedOption.all)
    }

    private static func complaint(aboutServerKey key: String) -> String {
        if FeedOption.named(key) != nil { return "“\(key)” doesn't apply to a feed server" }
        return complaint(about: key, as: "setting of a feed server", among: FeedOption.ofServers)
    }

    private static func complaint(about key: String, as what: String, among options: [FeedOption]) -> String {
        let nearest = NearestName.of(key, among: options.map(\.name) + ["group"])
        return "unknown \(what) “\(key)”" + (nearest.map { ": did you mean “\($0)”?" } ?? "")
    }

    private mutating func subscribe(_ words: [UrlsWord]) {
        let first = words[0]
        guard first.isUTF8 else { return leaveOut("the URL isn't UTF-8", at: first) }
        guard list.feeds.count < Self.mostFeeds else {
            return leaveOut("too many feeds: lede reads only \(Self.mostFeeds)")
        }
        if first.text.hasPrefix("query:") { return addQuery(words) }
        guard let address = Address(inUrlsFile: first.text) else {
            if first.text.hasPrefix(AccountName.beginning) { return addAccount(words) }
            return leaveOut(Address.complaint(about: first.text), at: first)
        }
        let labels = labels(in: words.dropFirst())
        if let place = places[address.url] {
            let feed = list.feeds[place]
            addProblem("“\(address.shown)” is already in line \(feed.line): lede merges the two lines", at: first)
            list.feeds[place].title = feed.title ?? labels.title
            list.feeds[place].tags += labels.tags.filter { !feed.tags.contains($0) }.prefix(
                Self.mostTags - feed.tags.count)
            list.feeds[place].isHidden = feed.isHidden || labels.isHidden
            above = .feed(place)
        } else {
            places[address.url] = list.feeds.count
            above = .feed(list.feeds.count)
            list.feeds.append(
                SubscriptionLine(
                    line: number, url: address.url, title: labels.title, tags: labels.tags, isHidden: labels.isHidden,
                    group: group))
        }
    }

    /// Nobody names a tag so: a saved search that has them as tags lacks its quotation marks.
    private static let operators: Set = ["=", "==", "!=", "=~", "!~", "<", ">", "<=", ">=", "!#"]

    private mutating func addQuery(_ words: [UrlsWord]) {
        let word = words[0]
        let parts = word.text.dropFirst("query:".count)
        let name = parts.prefix { $0 != ":" }
        let expression = parts[name.endIndex...].drop { $0 == ":" }
        guard !name.allSatisfy(\.isWhitespace), !expression.allSatisfy(\.isWhitespace) else {
            return leaveOut("“\(word.text)” isn't a saved search: use query:NAME:FILTER", at: word)
        }
        if let rest = words.dropFirst().first(where: { Self.operators.contains($0.text) }) {
            return leaveOut("put the saved search in quotation marks: now it ends before “\(rest.text)”", at: word)
        }
        let labels = labels(in: words.dropFirst())
        if let title = labels.title {
            addProblem("a saved search can't have a title: it's called “\(name)”, not “\(title)”")
        }
        above = .query
        let isQuoted = line[word.place.lowerBound] == UInt8(ascii: "\"")
        let offset = word.text.unicodeScalars.count - expression.unicodeScalars.count + (isQuoted ? 1 : 0)
        list.queries.append(
            QueryLine(
                line: number, column: column(of: word) + offset, name: String(name), expression: String(expression),
                tags: labels.tags, isHidden: labels.isHidden, group: group, feedsAbove: list.feeds.count))
    }

    private mutating func addAccount(_ words: [UrlsWord]) {
        guard list.accounts.count < Self.mostAccounts else {
            return leaveOut("too many feed servers: lede reads only \(Self.mostAccounts)")
        }
        do throws(AccountName.Complaint) {
            let name = try AccountName(words[0].text)
            let labels = labels(in: words.dropFirst())
            if labels.isHidden { addProblem("a feed server can't be hidden with “!”") }
            above = .account(list.accounts.count)
            list.accounts.append(
                AccountLine(
                    line: number, kind: name.kind, url: name.url, title: labels.title, tags: labels.tags, group: group))
        } catch {
            leaveOut(error.description, at: words[0])
        }
    }

    /// Leaves out accounts that a line above has, too. Only now all users are known.
    private mutating func leaveOutRepeatedAccounts() {
        let accounts = list.accounts
        list.accounts = []
        var firsts: [String: AccountLine] = [:]
        for account in accounts {
            let identity = account.identity
            guard let first = firsts[identity] else {
                firsts[identity] = account
                list.accounts.append(account)
                continue
            }
            list.repeatedAccounts.append(account)
            guard list.problems.count < Self.mostProblems else { continue }
            let place = list.problems.firstIndex { $0.line > account.line } ?? list.problems.endIndex
            let reason = "this account is already in line \(first.line): set another “user”, or remove one of the lines"
            list.problems.insert(UrlsProblem(line: account.line, column: 1, reason: reason), at: place)
        }
    }

    /// Reads the words after a URL: `~` begins a title, `!` hides the feed, and all others are tags.
    private mutating func labels(in words: ArraySlice<UrlsWord>) -> (title: String?, tags: [String], isHidden: Bool) {
        var title: String?
        var tags: [String] = []
        var isHidden = false
        for word in words {
            if !word.isUTF8 { addProblem("“\(word.text)” isn't UTF-8", at: word) }
            let text = word.text.withoutInvisible
            switch text.first {
            case "~": title = title ?? String(text.dropFirst())
            case "!": isHidden = true
            case nil: break
            case _ where tags.contains(text): break
            case _ where tags.count == Self.mostTags:
                addProblem("too many tags: lede reads only \(Self.mostTags)", at: word)
                return (title, tags, isHidden)
            default: tags.append(text)
            }
        }
        return (title?.isEmpty == true ? nil : title, tags, isHidden)
    }

    private mutating func leaveOut(_ reason: String, at word: UrlsWord? = nil) {
        above = .mistake
        addProblem(reason, at: word)
    }

    private mutating func addProblem(_ reason: String, at word: UrlsWord? = nil) {
        guard list.problems.count < Self.mostProblems else { return }
        list.problems.append(UrlsProblem(line: number, column: word.map(column) ?? 1, reason: reason))
    }

    private func column(of word: UrlsWord) -> Int {
        String(decoding: line[..<word.place.lowerBound], as: UTF8.self).unicodeScalars.count + 1
    }
}
