package import Files

/// The feeds for a new user: one that comes with lede and needs no network, and a few good ones.
package struct StarterSet: Sendable {
    private let paths: Paths

    package init(_ paths: Paths) {
        self.paths = paths
    }

    /// Writes the urls file, and the welcome feed that it names to the data folder.
    package func install() throws(FileFailure) {
        guard !PrivateFiles.exists(paths.urls) else {
            throw FileFailure(paths.urls, reason: "you already have this file, so lede left it as it is")
        }
        let text = try text()
        try PrivateFiles.makeDirectory(paths.configDirectory)
        try PrivateFiles.write(Array(text.utf8), to: paths.urls)
    }

    /// The starter feeds, for a urls file that exists.
    package func feeds() throws(FileFailure) -> [NewFeed] {
        UrlsText(Array(try text().utf8)).list.feeds.compactMap { feed in
            (try? Address(typed: feed.url)).map { NewFeed($0, title: feed.title, tags: feed.tags) }
        }
    }

    /// The text of the urls file, whose welcome feed is a copy in the data folder: so it stays right when lede itself is
    /// moved or updated.
    private func text() throws(FileFailure) -> String {
        let welcome = paths.dataDirectory + "/welcome.xml"
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        try PrivateFiles.write(try resource("starter/welcome.xml"), to: welcome)
        let template = String(decoding: try resource("starter/urls"), as: UTF8.self)
        let lines = template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line == "welcome" ? UrlsWord.quoted("file://" + welcome) : String(line)
        }
        return lines.joined(separator: "\n")
    }

    private func resource(_ name: String) throws(FileFailure) -> [UInt8] {
        guard let path = Resources.path(of: name) else {
            throw FileFailure("share/lede/\(name)", reason: "it's missing: reinstall lede")
        }
        return try PrivateFiles.read(path)
    }
}
