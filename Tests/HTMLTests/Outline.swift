import HTML

/// The lines of a page's tree without the bars at their start.
func outline(_ page: String) -> [String] { lines(of: HTMLTree(parsing: Array(page.utf8))) }

/// The lines of a fragment's tree.
func outline(_ fragment: String, in context: String) -> [String] {
    lines(of: HTMLTree(parsingFragment: Array(fragment.utf8), in: context))
}

private func lines(of tree: HTMLTree) -> [String] {
    tree.outline.split(separator: "\n").map { String($0.dropFirst(2)) }
}
