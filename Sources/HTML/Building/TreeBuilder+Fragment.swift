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
            switch node.tag {
            case .title, .textarea: tokenizer.content = .rcdata
            case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.content = .rawText
            case .script: tokenizer.content = .scriptData
            case .plaintext: tokenizer.content = .plainText
            case .template: templateModes.append(.inTemplate)
            case .form: form = context
            default: break
            }
        }
        resetMode()
    }
}
