/// Atom's person, who has a name and perhaps a mail address (RFC 4287, section 3.2).
enum AtomPerson {
    static func name(in element: Element) -> String {
        let named = element.first("name") ?? element.first("email")
        // Some give the name where the elements should be.
        guard let named else { return element.elements.isEmpty ? element.text.collapsed : "" }
        return named.text.collapsed
    }
}
