package import System

/// The file of the user's feeds: one URL per line, with its title and tags.
package struct UrlsFile: Equatable, Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var exists: Bool { PrivateFiles.exists(path) }

    package func read() throws(FileFailure) -> UrlsList { UrlsList(try text()) }

    package func text() throws(FileFailure) -> [UInt8] { try PrivateFiles.read(path) }

    /// Changes the current file completely or not at all, and on the disk before it returns. If the body changes
    /// nothing, the file isn't touched. Returns the body's result.
    ///
    /// If an editor writes the file meanwhile, the body is called again for the new text.
    package func edit<Result>(_ body: (inout UrlsText) throws -> Result) throws -> Result {
        try edit(body) { result, place in
            try place()
            return result
        }
    }

    /// Changes the file together with something else, both or neither. `together` gets the body's result and a closure
    /// that puts the file in place. If that closure fails, `together` must make no change; if `together` fails after
    /// it, the file is restored.
    package func edit<Edit, Result>(
        _ body: (inout UrlsText) throws -> Edit,
        together: (Edit, _ place: @escaping @Sendable () throws -> Void) throws -> Result
    ) throws -> Result {
        try PrivateFiles.makeDirectory(PrivateFiles.parent(of: path))
        for _ in 0..<10 {
            let target = PrivateFiles.resolvingLinks(path)
            do {
                return try PrivateFiles.withLock(on: PrivateFiles.parent(of: target)) {
                    try edit(target, body, together: together)
                }
            } catch is Successor.Overtaken {
                continue
            }
        }
        throw FileFailure(path, reason: "another program keeps changing it")
    }

    private func edit<Edit, Result>(
        _ target: String, _ body: (inout UrlsText) throws -> Edit,
        together: (Edit, _ place: @escaping @Sendable () throws -> Void) throws -> Result
    ) throws -> Result {
        FileDraft.discardLeft(beside: target)
        let version = FileVersion(of: target)
        let old = version == nil ? [] : try PrivateFiles.read(target)
        try checkLink(to: target)
        if UrlsText.isUTF16(old) { throw FileFailure(path, reason: "it's in UTF-16: save it as UTF-8 first") }
        var text = UrlsText(old == Self.nothing ? [] : old)
        let edit = try body(&text)
        let new = text.bytes.isEmpty && !old.isEmpty ? Self.nothing : text.bytes
        if new == old { return try together(edit) {} }
        let successor = try Successor(new, to: version, at: target)
        defer { successor.discard() }
        do {
            let result = try together(edit) {
                try checkLink(to: target)
                try successor.putInPlace()
            }
            // Not earlier: a kill during a slow write to the disk would leave the file without the other change.
            successor.settle()
            return result
        } catch let overtaken as Successor.Overtaken {
            throw overtaken
        } catch {
            try successor.withdraw(for: old)
            throw error
        }
    }

    /// What stays of a file that loses its last line: without any byte, it would look like one that was cut off.
    private static let nothing = Array("\n".utf8)

    /// Fails if the file is a link that leads elsewhere by now: nobody would find what is written to its old target.
    private func checkLink(to target: String) throws(Successor.Overtaken) {
        if PrivateFiles.resolvingLinks(path) != target { throw Successor.Overtaken() }
    }

    /// Adds feeds that aren't there yet, and returns their URLs.
    @discardableResult
    package func add(_ feeds: [NewFeed]) throws -> [String] { try edit { $0.add(feeds) } }
}

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
