/// An element with all that is inside it: small, since it is held only while its part of a feed is read.
struct Element {
    enum Node {
        case text(String)
        case element(Element)
    }

    struct Attribute {
        var name: ElementName
        var value: String
    }

    var name: ElementName
    var attributes: [Attribute]
    /// The address that relative links in here start from.
    var base: String?
    var children: [Node] = []

    init(_ name: ElementName, attributes: [Attribute], insideOf outerBase: String?) {
        self.name = name
        self.attributes = attributes
        base = outerBase
        guard let ownBase = self["base", in: .xml]?.trimmed, ownBase.utf8.count <= Limits.baseURL else { return }
        let resolved = resolve(ownBase)
        if let resolved, resolved.utf8.count <= Limits.baseURL { base = resolved }
    }

    /// The attribute of this name; those that belong to the element itself are in no namespace.
    subscript(attribute: String, in namespace: Namespace = .none) -> String? {
        attributes.first { $0.name == ElementName(namespace, attribute) }?.value
    }

    /// All text in here, however deep.
    var text: String {
        var text = ""
        for child in children {
            switch child {
            case .text(let words): text += words
            case .element(let element): text += element.text
            }
        }
        return text
    }

    /// The elements directly in here.
    var elements: [Element] {
        children.compactMap { child in
            if case .element(let element) = child { element } else { nil }
        }
    }

    /// The first element directly in here of this name, in this element's own namespace.
    func first(_ local: String) -> Element? {
        elements.first { $0.name == ElementName(name.namespace, local) }
    }

    /// A link in here made absolute; nil if it is blank.
    func resolve(_ link: String?) -> String? {
        guard let link = link?.trimmed, !link.isEmpty else { return nil }
        guard let base else { return link }
        return URLReference(link).resolved(against: URLReference(base)).text
    }
}
