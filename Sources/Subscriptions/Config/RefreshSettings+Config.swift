import Addresses
package import Configuration
import HTTP
import Library
package import Refresh

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
        let pageAgent = config.text(.cacheAgent)
        self.pageAgent = pageAgent.isEmpty ? nil : pageAgent
        request.limits?.overall = .seconds(config.number(.downloadTimeout))
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
