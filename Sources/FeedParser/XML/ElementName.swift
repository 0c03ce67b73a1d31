/// The name of an element or attribute: its namespace and what it is called there.
struct ElementName: Hashable, Sendable {
    var namespace: Namespace
    var local: String

    init(_ namespace: Namespace, _ local: String) {
        self.namespace = namespace
        self.local = local
    }
}
