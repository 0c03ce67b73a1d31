package import Files

/// The feeds that a new reader begins with: one that comes with lede and needs no network, and a few good ones.
package struct StarterSet: Sendable {
    private let paths: Paths

    package init(_ paths: Paths) {
        self.paths = paths
    }

    /// Writes the urls file, and the welcoming feed that it names to the data folder.
    ///
    /// A copy, so that the urls file stays right when lede itself is moved or updated.
    package func install() throws(FileFailure) {
        guard !PrivateFiles.exists(paths.urls) else {
            throw FileFailure(paths.urls, reason: "you already have this file, so lede left it as it is")
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
            throw FileFailure("share/lede/\(name)", reason: "it's missing: reinstall lede")
        }
        return try PrivateFiles.read(path)
    }
}
