import Addresses

/// In what servers with the Google Reader API differ, as far as it can't be seen in their answers.
struct GoogleReaderDialect: Equatable, Sendable {
    /// The most ids that the server puts into one answer.
    var longestList = 10_000
    var folders = Abilities.Folders.one
    /// What the server calls the lack of a folder.
    var noFolder: String? = Miniflux.noFolder
    /// Whether an item's id is the time at which it came, in microseconds, so that a time can stand for an item.
    var idsAreTimes = false
    /// Whether titles come with wide characters in the place of those that mean something in HTML.
    var writesWide = false

    static let freshRSS = GoogleReaderDialect(
        longestList: .max, noFolder: "Uncategorized", idsAreTimes: true, writesWide: true)

    /// Recognises the server by its URL. Those that it doesn't know are taken for Miniflux.
    init(of url: String) {
        guard let url = WebURL(url), let host = url.host else { return }
        if url.path.contains("greader.php") { self = .freshRSS }
        if host.isOf("bazqux.com") { (longestList, folders, noFolder) = (50_000, .many, nil) }
        if host.isOf("inoreader.com") { (longestList, folders, noFolder) = (1000, .many, nil) }
        if host.isOf("theoldreader.com") { noFolder = nil }
    }

    private init(longestList: Int, noFolder: String, idsAreTimes: Bool, writesWide: Bool) {
        self.longestList = longestList
        self.noFolder = noFolder
        self.idsAreTimes = idsAreTimes
        self.writesWide = writesWide
    }
}

extension Substring {
    fileprivate func isOf(_ domain: String) -> Bool { self == domain || hasSuffix("." + domain) }
}
