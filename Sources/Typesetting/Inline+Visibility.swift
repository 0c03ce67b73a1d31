extension Inline {
    /// Whether there is anything to see, apart from space.
    var isVisible: Bool {
        switch self {
        case .text(let text): CleanText.isVisible(text)
        case .image: true
        case .lineBreak: false
        case .emphasis(let content), .strong(let content), .code(let content), .link(_, let content):
            content.contains(where: \.isVisible)
        }
    }
}
