extension TreeBuilder {
    /// Prepares for a fragment inside of an element such as `div` or `svg path` (HTML Standard, 13.4).
    mutating func startFragment(in name: String) {
        let words = name.split(separator: " ")
        let namespace: Namespace = words.count < 2 ? .html : words[0] == "svg" ? .svg : .mathML
        var node = Node(element: tokenizer.elementNames.number(of: Array((words.last ?? "div").utf8)))
        node.namespace = namespace
        let context = add(node)
        self.context = context
        insert(implied: .html)
        if namespace == .html {
            tokenizer.lastStartName = node.name
            tokenizer.content = Tokenizer.Content(of: node.tag)
            if node.tag == .template { templateModes.append(.inTemplate) }
            if node.tag == .form { form = context }
        }
        resetMode()
    }
}
