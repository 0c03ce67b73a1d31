/// The file that says what the person reads: one address a line, `#` for comments.
package struct UrlsFile: Equatable, Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var exists: Bool { PrivateFiles.exists(path) }

    package func read() throws(FileFailure) -> UrlsList {
        UrlsList(String(decoding: try PrivateFiles.read(path), as: UTF8.self))
    }

    /// Adds addresses at the end of the file as it is now, and leaves every other byte of it as it was.
    ///
    /// Addresses that are there already are not added again; returned are those that were.
    @discardableResult
    package func append(_ urls: [String]) throws(FileFailure) -> [String] {
        let folder = PrivateFiles.parent(of: path)
        try PrivateFiles.makeDirectory(folder)
        return try PrivateFiles.withLock(on: folder) { () throws(FileFailure) in try appendNow(urls) }
    }

    private func appendNow(_ urls: [String]) throws(FileFailure) -> [String] {
        var bytes = exists ? try PrivateFiles.read(path) : []
        var known = Set(UrlsList(String(decoding: bytes, as: UTF8.self)).urls)
        let added = urls.filter { known.insert($0).inserted }
        guard !added.isEmpty else { return [] }
        let newline = UInt8(ascii: "\n")
        if let last = bytes.last, last != newline { bytes.append(newline) }
        for url in added { bytes += Array(UrlsList.quoted(url).utf8) + [newline] }
        try PrivateFiles.write(bytes, to: path)
        return added
    }
}
