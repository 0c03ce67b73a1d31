import Addresses
package import Configuration
import HTTP
package import Refresh

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
