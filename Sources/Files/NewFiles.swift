/// Files that come into being together, or not at all: all of them are on the disk before the first is in its place.
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

    /// Puts all in their places, and none where one can't be.
    package func takePlace() throws {
        for (path, draft) in files {
            do {
                try draft.takePlace()
                draft.settle()
            } catch {
                try withdraw()
                throw error is Successor.Overtaken
                    ? FileFailure(path, reason: "another program has just created it") : error
            }
        }
    }

    /// Takes away again those that are in their places, unless somebody has written them since.
    package func withdraw() throws(FileFailure) {
        for (_, draft) in files { try draft.withdraw(for: []) }
    }

    /// Removes what has not taken its place.
    package func discard() {
        for (_, draft) in files { draft.discard() }
    }
}
