/// Files that are created together or not at all. All of them are on the disk before the first gets its name.
package struct NewFiles: Sendable {
    private var files: [(path: String, draft: Successor)] = []

    package init(_ contents: [(path: String, bytes: [UInt8])]) throws(FileFailure) {
        for (path, bytes) in contents {
            do throws(FileFailure) {
                try PrivateFiles.makeDirectory(PrivateFiles.parent(of: path))
                files.append((path, try Successor(bytes, to: nil, at: PrivateFiles.resolvingLinks(path))))
            } catch {
                discard()
                throw error
            }
        }
    }

    /// Puts all files in place, or none if one fails.
    package func putInPlace() throws {
        for (path, draft) in files {
            do {
                try draft.putInPlace()
                draft.settle()
            } catch {
                try withdraw()
                throw error is Successor.Overtaken
                    ? FileFailure(path, reason: "another program has just created it") : error
            }
        }
    }

    /// Removes the files in place, unless somebody has written to them since.
    package func withdraw() throws(FileFailure) {
        for (_, draft) in files { try draft.withdraw(for: []) }
    }

    /// Removes drafts that aren't in place.
    package func discard() {
        for (_, draft) in files { draft.discard() }
    }
}
