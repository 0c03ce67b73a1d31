import HTML

/// The lines of a page's tree without the bars in front of them.
func outline(_ page: String) -> [String] { lines(of: HTMLTree(parsing: Array(page.utf8))) }

/// The same for a fragment.
func outline(_ fragment: String, in context: String) -> [String] {
    lines(of: HTMLTree(parsingFragment: Array(fragment.utf8), in: context))
}

private func lines(of tree: HTMLTree) -> [String] {
    tree.outline.split(separator: "\n").map { String($0.dropFirst(2)) }
}
