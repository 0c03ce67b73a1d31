import HTML

/// What a page may show instead of its article.
struct Obstacle {
    private let tree: HTMLTree
    private let head: PageHead

    init(_ tree: HTMLTree, _ head: PageHead) {
        self.tree = tree
        self.head = head
    }

    /// What the page shows instead of an article, by the text that was found in its place.
    func refusal(_ found: String) -> Refusal? {
        let letters = found.utf8.count
        guard letters < Self.longest else { return nil }
        let words = found.utf8.map(\.inLowerCase)
        if letters < ArticleSearch.enough, Self.scripts.contains(where: words.holds) { return .needsScripts }
        if Self.consent.contains(where: words.holds) { return .consent }
        guard letters < Limits.fewLetters else { return nil }
        if head.hasPassword { return .login }
        if head.metadata.kind == "video" { return .video }
        let page = text
        if Self.scripts.contains(where: page.holds) { return .needsScripts }
        if Self.consent.contains(where: page.holds) { return .consent }
        // The frame of an application that fills itself by scripts.
        return head.scripts > 0 && page.count < 200 ? .needsScripts : nil
    }

    /// Longer texts are articles, whatever they say.
    private static let longest = 1500

    /// The first texts of the page, those for browsers without scripts included.
    private var text: [UInt8] {
        var text: [UInt8] = []
        let body = tree.body
        var next = tree.firstChild(of: body)
        while let id = next, text.count < 20_000 {
            next = tree.node(after: id, in: body)
            switch tree.kind(of: id) {
            case .text: text += tree.utf8(of: id)
            case .element where [.script, .style, .template].contains(tree.tag(of: id)):
                next = tree.nodePast(id, in: body)
            default: break
            }
        }
        return text.onOneLine.utf8.map(\.inLowerCase)
    }

    private static let scripts: [StaticString] = [
        "enable javascript", "javascript is disabled", "javascript is required", "requires javascript",
        "turn on javascript", "javascript aktivieren", "aktivieren sie javascript", "javascript ist deaktiviert",
        "activer javascript", "activez javascript", "habilitar javascript", "habilita javascript", "active javascript",
        "ative o javascript", "abilitare javascript", "включите javascript", "Включите javascript", "javascriptを有効"
    ]

    private static let consent: [StaticString] = [
        "accept all cookies", "accept cookies", "before you continue", "we value your privacy", "alle akzeptieren",
        "cookies akzeptieren", "zustimmen und weiter", "mit werbung und cookies", "tout accepter",
        "accepter et continuer",
        "aceptar y continuar", "aceptar todas", "accetta e continua", "accetta tutto", "alles accepteren",
        "принять все", "Принять все"
    ]
}

extension UInt8 {
    /// Capitals as small letters, as far as they are ASCII.
    fileprivate var inLowerCase: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
