package import Files

/// The feeds for a new user: one that comes with lede and needs no network, and a few good ones.
package struct StarterSet: Sendable {
    private let paths: Paths

    package init(_ paths: Paths) {
        self.paths = paths
    }

    /// Writes the urls file, and copies its welcome feed to the data folder.
    ///
    /// With a copy, the urls file stays valid when lede itself is moved or updated.
    package func install() throws(FileFailure) {
        guard !PrivateFiles.exists(paths.urls) else {
            throw FileFailure(paths.urls, reason: "it is there already and stays as it is")
        }
        let welcome = paths.dataDirectory + "/welcome.xml"
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        try PrivateFiles.write(try resource("starter/welcome.xml"), to: welcome)
        let template = String(decoding: try resource("starter/urls"), as: UTF8.self)
        let lines = template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line == "welcome" ? UrlsWord.quoted("file://" + welcome) : String(line)
        }
        try PrivateFiles.makeDirectory(paths.configDirectory)
        try PrivateFiles.write(Array(lines.joined(separator: "\n").utf8), to: paths.urls)
    }

    private func resource(_ name: String) throws(FileFailure) -> [UInt8] {
        guard let path = Resources.path(of: name) else {
            throw FileFailure("share/lede/\(name)", reason: "it is missing: install lede again")
        }
        return try PrivateFiles.read(path)
    }
}
