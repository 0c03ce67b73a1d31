extension XMLFormat {
    /// Atom 1.0 (RFC 4287).
    static let atom = XMLFormat(
        item: ElementName(.atom, "entry"), vocabularies: [.atom, .content, .dublinCore, .dublinCoreTerms]
    ) { root in
        root.name == ElementName(.atom, "feed") ? .atom10 : nil
    }
}
