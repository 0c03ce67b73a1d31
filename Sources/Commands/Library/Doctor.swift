import Configuration
import FeedParser
import FoundationEssentials
import Glibc
import HTTP
import Library
import Pictures
import Subscriptions
import System
import URLs
import ViewModels

extension Subcommand {
    static let doctor = Subcommand(
        name: "doctor", operands: "[FEED…]", summary: "check lede's setup and your feeds' health",
        details: [
            """
            Checks lede's own files, the disk and the libraries that lede uses. Then lists your feeds by their state: gone for \
            good, failing, moved, waiting because the server asked lede to, silent for a year, never fetched, or ok.
            """,
            """
            Name feeds to see everything lede knows about them: when they were fetched, when they are next due and why, how \
            often they publish, and how recent fetches went.
            """
        ],
        options: [.json],
        examples: [
            Example(line: "lede doctor https://example.org/feed", meaning: "find out why a feed has nothing new")
        ],
        exits: [
            Exit(code: 0, meaning: "no problems"),
            Exit(code: 1, meaning: "a check failed, or a feed is gone, failing or moved")
        ]
    ) { arguments in
        let paths = try arguments.paths()
        let subscriptions = try Subscriptions(reading: arguments)
        let names = arguments.operands
        let wanted = Set(try subscriptions.feeds(named: names).map(\.id))
        let feeds = try subscriptions.library.health().filter { wanted.contains($0.feed.id) }
        let findings = names.isEmpty ? try Checkup(paths, subscriptions.library, arguments.surroundings).findings() : []
        let report = DoctorReport(findings: findings, feeds: feeds, arguments.output, at: Date())
        if arguments.has("--json") {
            report.printJSON()
        } else if names.isEmpty {
            report.printOverview()
        } else {
            report.printDetails()
        }
        return report.asksForAttention ? 1 : 0
    }
}

/// The results of `lede doctor`, as text or JSON.
private struct DoctorReport {
    private let findings: [Finding]
    /// The feeds that need the most attention come first.
    private let feeds: [(health: FeedHealth, condition: FeedVerdict)]
    private let output: Output
    private let now: Date

    init(findings: [Finding], feeds: [FeedHealth], _ output: Output, at now: Date) {
        self.output = output
        self.findings = findings
        let conditions = feeds.map { ($0, FeedVerdict($0, at: now)) }
        self.feeds = FeedVerdict.allCases.flatMap { condition in conditions.filter { $0.1 == condition } }
        self.now = now
    }

    var asksForAttention: Bool {
        findings.contains { $0.advice != nil } || feeds.contains { $0.condition.needsAttention }
    }

    func printJSON() {
        for finding in findings { output.line(finding.json) }
        for (health, _) in feeds { output.line(health.json(at: now)) }
    }

    func printOverview() {
        var table = TextTable(.left, .left, .flexible)
        for finding in findings {
            table.add(
                finding.advice == nil ? "ok" : "✗", finding.subject,
                finding.words + (finding.advice.map { ": \($0)" } ?? ""))
        }
        table.show(on: output)
        output.line("")
        guard output.width != nil else {
            table = TextTable(.left, .left, .left, .left)
            for (health, condition) in feeds {
                table.add(
                    condition.words, health.feed.name, health.feed.shownURL, health.summary(condition, at: now))
            }
            return table.show(on: output)
        }
        for (health, condition) in feeds {
            let feed = health.feed
            output.columns(
                condition.words + ": " + (feed.name == feed.shownURL ? "" : feed.name + "  ") + feed.shownURL)
            output.detail(health.summary(condition, at: now))
        }
    }

    func printDetails() {
        var table = TextTable(.left, .flexible)
        for (index, (health, _)) in feeds.enumerated() {
            if index > 0 { table.add("", "") }
            table.add("feed", health.feed.name)
            for (name, words) in health.details(at: now) { table.add(name, words) }
        }
        table.show(on: output)
    }
}

/// The result of checking one thing that lede depends on.
struct Finding {
    let subject: String
    let words: String
    /// What to do about it; nil if all is well.
    var advice: String?

    var json: JSON {
        .object([
            "check": .string(subject), "ok": .bool(advice == nil), "finding": .string(words), "advice": JSON(advice)
        ])
    }
}

/// Checks lede's files, the disk and the system libraries.
private struct Checkup {
    private let paths: Paths
    private let library: Library
    private let surroundings: Surroundings

    init(_ paths: Paths, _ library: Library, _ surroundings: Surroundings) {
        self.paths = paths
        self.library = library
        self.surroundings = surroundings
    }

    func findings() throws -> [Finding] {
        try [
            programs(), urlsFile(), configFile(), libraryFile(), privacy(), room(), watching(), network(),
            parser(), pictures()
        ] + feedServers() + doubles()
    }

    /// Names the feeds that both lede and a server fetch: they are two feeds each.
    private func doubles() throws -> [Finding] {
        let feeds = try library.feeds()
        let own = Set(feeds.filter { $0.account == nil }.map(\.url.withoutSign))
        let doubles = feeds.filter { $0.account != nil && own.contains($0.url.withoutSign) }.map(\.name)
        if doubles.isEmpty { return [] }
        let words = "in the urls file and on a feed server, so each is two feeds: \(doubles.joined(separator: ", "))"
        return [Finding(subject: "twice", words: words)]
    }

    private func programs() throws -> Finding {
        Finding(subject: "version", words: "lede \(Version.current), SQLite \(try library.sqliteVersion())")
    }

    private func urlsFile() -> Finding {
        let urls = UrlsFile(path: paths.urls)
        guard urls.exists else {
            return Finding(
                subject: "urls file", words: "none at \(paths.urls)",
                advice: "add a feed with “lede add URL”")
        }
        do {
            let list = try urls.read()
            guard let problem = list.problems.first else {
                return Finding(subject: "urls file", words: "\(list.feeds.count.counted("feed")): \(paths.urls)")
            }
            return Finding(
                subject: "urls file", words: list.problems.count.counted("invalid line"),
                advice: "fix \(problem.words(in: paths.urls))")
        } catch {
            return Finding(subject: "urls file", words: "\(error)", advice: "check that you may read it")
        }
    }

    private func configFile() -> Finding {
        let problems = Config.read(paths).allProblems
        guard let problem = problems.first else {
            let isThere = PrivateFiles.exists(paths.config)
            return Finding(subject: "config", words: isThere ? paths.config : "none (optional)")
        }
        return Finding(
            subject: "config", words: problems.count.counted("invalid line"),
            advice: "fix \(problem.description) (“lede config check” lists all)")
    }

    private func feedServers() throws -> [Finding] {
        let names = (try? UrlsFile(path: paths.urls).read().accountNames) ?? [:]
        return try library.accounts().map { account in
            let name = names[account.key] ?? account.key.url.shownAddress
            let trouble = AccountTrouble(account, named: name)
            let lines = trouble.lines(again: "run “lede sync”", at: Date())
            let last = account.lastSuccess.map { "last synced \(LocalTime($0).brief(at: Date()))" } ?? "not synced yet"
            return Finding(
                subject: account.key.isFolder ? "sync folder" : "feed server", words: "\(name), \(last)",
                advice: trouble.isSerious ? lines.joined(separator: " ") : nil)
        }
    }

    private func libraryFile() throws -> Finding {
        let problems = try library.quickCheck()
        let items = try library.counts(of: .all).items
        guard let problem = problems.first else {
            let size = "\(items.counted("item")), \(ByteCount(library.size))"
            return Finding(subject: "library", words: "\(size), no damage: \(paths.library)")
        }
        return Finding(
            subject: "library", words: "\(paths.library) is damaged: \(problem)",
            advice: "open lede to save what it can, or restore a backup")
    }

    private func privacy() -> Finding {
        // A urls file that others can read is a problem only if it contains passwords.
        let list = try? UrlsFile(path: paths.urls).read()
        let holdsPassword =
            list?.feeds.contains { $0.options?.password != nil || $0.url.holdsCredentials } == true
            || list?.accounts.contains { $0.options.password != nil } == true
        let open = ([paths.library, paths.dataDirectory] + (holdsPassword ? [paths.urls] : [])).filter { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
        }
        guard !open.isEmpty else { return Finding(subject: "privacy", words: "only you can read your files") }
        return Finding(
            subject: "privacy", words: "other users can read \(open.joined(separator: ", "))",
            advice: "run “chmod go= \(open.joined(separator: " "))”, unless you want that")
    }

    private func room() -> Finding {
        var status = statvfs()
        guard statvfs(paths.dataDirectory, &status) == 0 else {
            return Finding(subject: "disk", words: "can't check \(paths.dataDirectory)")
        }
        let (free, isLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        let megabytes = isLarge ? UInt64.max : free / 1_000_000
        return Finding(
            subject: "disk", words: "\(megabytes) MB free for the library",
            advice: megabytes < Self.leastRoom ? "free some space: when the disk is full, lede can't save changes" : nil
        )
    }

    /// In megabytes: a large refresh writes this much to the log before SQLite moves it into the database.
    private static let leastRoom: UInt64 = 100

    private func watching() -> Finding {
        do {
            _ = try ConfigWatch([paths.config]) {}
            return Finding(subject: "watching", words: "lede notices changes made by other programs")
        } catch {
            return Finding(
                subject: "watching", words: "changes by other processes aren't detected: \(error)",
                advice: "raise it with sysctl, or quit other programs that watch files")
        }
    }

    private func network() -> Finding {
        guard let obstacle = Client.obstacle else { return Finding(subject: "network", words: "libcurl found") }
        return Finding(subject: "network", words: "\(obstacle)", advice: "install libcurl 4")
    }

    private func parser() -> Finding {
        do throws(ParseFailure) {
            _ = try FeedParser.parse(Array("<rss version=\"2.0\"><channel/></rss>".utf8))
            return Finding(subject: "parser", words: "libxml2 found")
        } catch {
            return Finding(subject: "parser", words: "\(error)", advice: "install libxml2")
        }
    }

    /// The helper itself says what it lacks, since it alone loads these libraries.
    private func pictures() -> Finding {
        if Config.read(paths).pictures == .no { return Finding(subject: "pictures", words: "switched off") }
        let decoder = PictureDecoder(command: [surroundings.pictureHelper])
        switch awaited({ decoder.findMissingLibraries(finish: $0) }) {
        case .success(let missing)?:
            guard !missing.isEmpty else { return Finding(subject: "pictures", words: "all libraries found") }
            let packages = missing.map(\.package).joined(separator: " ")
            return Finding(
                subject: "pictures", words: "no library for \(missing.map(\.purpose).joined(separator: ", "))",
                advice: "install \(packages) (Debian's name), or put “pictures no” into \(paths.config)")
        case .failure(let failure)?:
            return Finding(subject: "pictures", words: failure.words, advice: "“pictures no” shows only words")
        case nil: return Finding(subject: "pictures", words: "not checked")
        }
    }
}
