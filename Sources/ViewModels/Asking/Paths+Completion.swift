import Configuration

extension Paths {
    /// The files and folders that complete a path.
    func completion(of path: String) -> Completion {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let folder = path == name ? "." : expandingHome(String(path.dropLast(name.count)))
        let names = FolderListing(folder).names.filter { name.hasPrefix(".") || !$0.hasPrefix(".") }
        return Completion(of: name, among: names, end: "")
    }
}
