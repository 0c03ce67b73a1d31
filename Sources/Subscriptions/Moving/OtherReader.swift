import Configuration
import Files
import MovingIn

/// Another feed reader whose data lede imports.
package enum OtherReader: String, CaseIterable, Sendable {
    case newsboat
    case newsraft
    case sfeed

    /// The number of feeds in the reader's list of feeds; 0 if there is no list at its usual paths.
    fileprivate func feedCount(_ environment: [String: String]) -> Int {
        switch self {
        case .newsboat:
            let place = NewsboatPlace(nil, environment)
            return Self.text(of: [place.urls]).map { UrlsList($0).feeds.count } ?? 0
        case .newsraft:
            let text = Self.text(of: Import.newsraftFolders(environment).map { $0 + "/feeds" })
            return text.map { NewsraftFeeds(String(decoding: $0, as: UTF8.self)).feeds.count } ?? 0
        case .sfeed:
            let text = Self.text(of: [Import.sfeedFolder(environment) + "/sfeedrc"])
            return text.map { SfeedConfiguration(String(decoding: $0, as: UTF8.self)).feeds.count } ?? 0
        }
    }

    /// The name of the service that newsboat gets its feeds from, if lede can sync with it.
    fileprivate func server(_ environment: [String: String]) -> String? {
        guard self == .newsboat else { return nil }
        let path = NewsboatPlace(nil, environment).config
        guard let text = Self.text(of: [path]) else { return nil }
        let config = MovedConfig(newsboat: text, path: path) { try? PrivateFiles.read($0) }
        return config.newsboatService.flatMap { $0.account == nil ? nil : $0.name }
    }

    /// The contents of the first existing file.
    private static func text(of paths: [String]) -> [UInt8]? {
        paths.first(where: PrivateFiles.exists).flatMap { try? PrivateFiles.read($0) }
    }
}

/// A reader that has feeds on this machine, or an account on a feed server.
package struct FoundReader: Equatable, Sendable {
    package let reader: OtherReader
    package let feeds: Int
    /// The reader's name for the kind of server.
    package let server: String?

    /// All readers with feeds on this machine, whose paths depend on `environment`.
    package static func all(_ environment: [String: String]) -> [FoundReader] {
        guard environment["HOME"] != nil else { return [] }
        return OtherReader.allCases.compactMap { reader in
            let (feeds, server) = (reader.feedCount(environment), reader.server(environment))
            return feeds > 0 || server != nil ? FoundReader(reader: reader, feeds: feeds, server: server) : nil
        }
    }
}
