package import Configuration
package import FoundationEssentials
import HTTP
package import Library
package import Refresh
import URLs

extension RefreshSettings {
    /// Reads the settings for refreshing from the config file.
    package init(_ config: Config, _ paths: Paths) {
        let userAgent = config.text(.userAgent)
        self.init(userAgent: userAgent.isEmpty ? Version.userAgent : userAgent)
        // Until the urls file is read.
        ownSources = []
        transfers = config.number(.maxTransfers)
        transfersPerHost = config.number(.transfersPerHost)
        commandTimeout = .seconds(config.number(.commandTimeout))
        let shortest = config.number(.shortestInterval)
        intervals = RefreshIntervals(
            shortest: .seconds(60 * shortest), longest: .seconds(60 * max(shortest, config.number(.longestInterval))))
        request.proxy = Proxy(config)
        let files = [Setting.cookieCache, .netrcFile].map { paths.expandingHome(config.text($0)) }
        request.cookieFile = files[0].isEmpty ? nil : files[0]
        request.netrcFile = files[1].isEmpty ? nil : files[1]
        pageHosts = HostList(config.text(.cacheHosts))
        pictureHosts = HostList(config.text(.picturesHosts))
        cacheLimits = config.cacheLimits
        largestKeptPicture = config.cacheLimits.largestPicture
        downloads = DownloadSettings(config, paths)
        let pageAgent = config.text(.cacheAgent)
        self.pageAgent = pageAgent.isEmpty ? nil : pageAgent
        request.limits?.overall = .seconds(config.number(.downloadTimeout))
    }
}

extension DownloadSettings {
    /// Reads the settings for downloads from the config file.
    package init(_ config: Config, _ paths: Paths) {
        self.init(folder: EpisodeFolder(Paths.absolute(paths.expandingHome(config.text(.downloadPath)))))
        nameFormat = config.text(.downloadFilenameFormat)
        atOnce = config.number(.maxDownloads)
        bytes = config.number(.downloadMegabytes).megabytes ?? .max
        deletesPlayed = config.isOn(.deletePlayedFiles)
    }
}

extension Proxy {
    fileprivate init(_ config: Config) {
        let address = config.text(.proxy)
        guard config.isOn(.useProxy), !address.isEmpty else {
            self = .fromEnvironment
            return
        }
        let login = config.text(.proxyAuth).split(separator: ":", maxSplits: 1).map(String.init)
        let credentials = login.first.map { Credentials(name: $0, password: login.dropFirst().first ?? "") }
        self = address == "none" ? .direct : .server(address.withScheme(orElse: "http"), credentials)
    }
}

extension RefreshSettings {
    /// Reads the settings for refreshing from the config file, and from the urls file for single feeds.
    package init(_ config: Config, _ list: UrlsList, _ paths: Paths) {
        self.init(config, paths)
        retention = config.retention
        ownSources = Set(list.urls.filter { !$0.isWebAddress })
        for feed in list.feeds {
            feeds[feed.url] = feed.options.map { FeedSettings($0, besides: request, paths) }
        }
        for (url, retention) in list.retentions(besides: retention) { feeds[url]?.retention = retention }
    }
}

extension FeedSettings {
    fileprivate init(_ options: FeedOptions, besides general: RequestOptions, _ paths: Paths) {
        self.init()
        interval = options.interval.map { .seconds($0) }
        isPaused = options.refreshes == false
        var request = general.adding(options, paths)
        let kind = LogIn.Kind(options.authentication ?? .any)
        if let command = options.passwordCommand {
            logIn = LogIn(kind, user: options.user ?? "", command: command)
        } else if let password = options.password {
            request.authentication = Authentication(kind, user: options.user ?? "", password: password)
        }
        self.request = request
    }
}

extension RequestOptions {
    /// These options with the user's for one server.
    func adding(_ own: FeedOptions, _ paths: Paths) -> RequestOptions {
        var options = self
        if let userAgent = own.userAgent { options.userAgent = userAgent }
        options.headers += own.headers.map { Header($0.name, $0.value) }
        if let file = own.netrcFile { options.netrcFile = paths.expandingHome(file) }
        if let file = own.caFile { options.authorityFile = paths.expandingHome(file) }
        if let verifies = own.verifies { options.verifiesServer = verifies }
        if let proxy = own.proxy { options.proxy = proxy.isEmpty ? .direct : .server(proxy) }
        if let seconds = own.timeout, var limits = options.limits {
            limits.overall = .seconds(seconds)
            // A server that the user gives longer may need all of it before it sends anything.
            limits.stall = max(limits.stall, limits.overall)
            options.limits = limits
        }
        return options
    }
}

extension LogIn.Kind {
    fileprivate init(_ authentication: FeedOptions.Authentication) {
        self =
            switch authentication {
            case .any: .any
            case .basic: .basic
            case .digest: .digest
            case .bearer: .bearer
            }
    }
}

extension UrlsList {
    /// Returns the limits of feeds that have their own in the urls file.
    func retentions(besides general: Retention) -> [String: Retention] {
        let own = feeds.filter { $0.options?.limitsWhatIsKept == true }.map { feed in
            let days = feed.options?.keepDays.map { $0 > 0 ? $0 : nil } ?? general.days
            let items = feed.options?.maxItems.map { $0 > 0 ? $0 : nil } ?? general.items
            let bytes = feed.options?.maxMegabytes.map { $0.megabytes } ?? general.bytes
            return (feed.url, Retention(days: days, items: items, bytes: bytes))
        }
        return Dictionary(uniqueKeysWithValues: own)
    }

    /// The URLs of feeds whose duplicates are listed separately.
    var unfolded: Set<String> { Set(feeds.filter { $0.options?.foldsCopies == false }.map(\.url)) }
}

extension Config {
    /// The general limits for keeping items.
    var retention: Retention {
        let (days, items) = (number(.keepArticlesDays), number(.maxItems))
        return Retention(
            days: days > 0 ? days : nil, items: items > 0 ? items : nil, bytes: number(.maxMegabytes).megabytes)
    }
}

extension FeedOptions {
    fileprivate var limitsWhatIsKept: Bool { maxItems != nil || keepDays != nil || maxMegabytes != nil }
}

extension Int {
    /// Megabytes as bytes; 0 means no limit.
    fileprivate var megabytes: Int? { self > 0 ? self << 20 : nil }
}

extension Config {
    /// How many articles of pages, and pictures, to keep.
    package var cacheLimits: CacheLimits {
        let largest =
            switch cachePictures {
            case .yes: Int.max
            case .small: CachePictures.smallPicture
            case .no: 0
            }
        return CacheLimits(
            bytes: number(.cacheSize) << 20, age: Double(number(.cacheLife)) * 86_400, largestPicture: largest)
    }
}

extension Library {
    /// Folds the copies of articles that the config file, and the urls file for single feeds, let be folded.
    package func foldCopies(_ config: Config, _ urls: UrlsList) throws(LibraryFailure) {
        try foldCopies(config.isOn(.foldCopies), exceptIn: urls.unfolded)
    }
}

extension Housekeeping {
    /// Deletes what the config file, and the urls file for single feeds, don't keep. Waits until that is done.
    package func run(
        _ config: Config, _ urls: UrlsList, _ paths: Paths, at now: Date
    ) throws(LibraryFailure) {
        try run(
            keeping: config.retention, except: urls.retentions(besides: config.retention),
            cache: config.cacheLimits, downloads: DownloadSettings(config, paths),
            foldingCopies: config.isOn(.foldCopies), exceptIn: urls.unfolded, at: now)
    }

    /// Does the same on its own queue, and calls `finish` with a failure.
    package func start(
        _ config: Config, _ urls: UrlsList, _ paths: Paths, at now: Date,
        finish: @escaping @Sendable (LibraryFailure) -> Void
    ) {
        start(
            keeping: config.retention, except: urls.retentions(besides: config.retention),
            cache: config.cacheLimits, downloads: DownloadSettings(config, paths),
            foldingCopies: config.isOn(.foldCopies), exceptIn: urls.unfolded, at: now,
            finish: finish)
    }
}
