package import Files

/// The file that says what the person reads: an address a line, with its title and tags.
package struct UrlsFile: Equatable, Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var exists: Bool { PrivateFiles.exists(path) }

    package func read() throws(FileFailure) -> UrlsList { UrlsList(try text()) }

    package func text() throws(FileFailure) -> [UInt8] { try PrivateFiles.read(path) }

    /// Changes the file as it is now, whole or not at all, and on the disk before it returns; where the body changes
    /// nothing it is not touched. Returned is what the body returns.
    ///
    /// An editor may write the file meanwhile: then the body is called again, for what the editor wrote.
    package func edit<Result>(_ body: (inout UrlsText) throws -> Result) throws -> Result {
        try edit(body) { result, place in
            try place()
            return result
        }
    }

    /// The same for what changes something else along with the file, both or neither: `together` is given what the body
    /// returned and what puts the file in its place. Where that fails the other change is not to be made, and where the
    /// other change fails after it the file is put back.
    package func edit<Edit, Result>(
        _ body: (inout UrlsText) throws -> Edit,
        together: (Edit, _ place: @escaping @Sendable () throws -> Void) throws -> Result
    ) throws -> Result {
        try PrivateFiles.makeDirectory(PrivateFiles.parent(of: path))
        let target = PrivateFiles.resolvingLinks(path)
        return try PrivateFiles.withLock(on: PrivateFiles.parent(of: target)) {
            Draft.discardLeft(beside: target)
            for _ in 0..<10 {
                let version = FileVersion(of: target)
                let old = version == nil ? [] : try PrivateFiles.read(path)
                if UrlsText.isUTF16(old) {
                    throw FileFailure(path, reason: "it's in UTF-16: save it as UTF-8 first")
                }
                var text = UrlsText(old)
                let edit = try body(&text)
                let new = text.bytes
                if new == old { return try together(edit) {} }
                let successor = try Successor(new, to: version, at: target)
                defer { successor.discard() }
                do {
                    let result = try together(edit, successor.takePlace)
                    // Not before: who is killed while the disk takes its time would leave a file without what goes with it.
                    successor.settle()
                    return result
                } catch is Successor.Overtaken {
                    continue
                } catch {
                    try successor.withdraw(for: old)
                    throw error
                }
            }
            throw FileFailure(path, reason: "another program keeps changing it")
        }
    }

    /// Adds feeds that are not there yet; returned are the addresses of those that were not.
    @discardableResult
    package func add(_ feeds: [NewFeed]) throws -> [String] { try edit { $0.add(feeds) } }
}
