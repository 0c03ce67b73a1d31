import Files

/// The names of what lies in a folder, for somebody who types a path; those of folders end in a slash.
package struct FolderListing {
    /// None where there is no such folder; of a very large one some.
    package let names: [String]

    /// More than anybody looks through.
    private static let mostNames = 10_000

    package init(_ path: String) {
        names = FolderEntries(path).lazy.filter { !$0.name.holdsInvisible }.prefix(Self.mostNames)
            .map { $0.isFolder ? $0.name + "/" : $0.name }
    }
}
