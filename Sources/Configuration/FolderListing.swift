import Files

/// The names in a folder, for completing a typed path. Names of folders end in a slash.
package struct FolderListing {
    /// Empty if the folder doesn't exist; incomplete if it is very large.
    package let names: [String]

    /// More than any user looks through.
    private static let mostNames = 10_000

    package init(_ path: String) {
        names = FolderEntries(path).lazy.filter { !$0.name.holdsInvisible }.prefix(Self.mostNames)
            .map { $0.isFolder ? $0.name + "/" : $0.name }
    }
}
