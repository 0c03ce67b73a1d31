/// The declared prefixes at a position, and those used without a declaration.
struct PrefixScopes {
    private var declared: [NameHash: Int] = [NameHash(exactly: "xml".utf8): 1, NameHash(exactly: "xmlns".utf8): 1]
    private var scopes: [(prefix: NameHash, depth: Int)] = []
    /// The prefixes that the root must declare.
    private(set) var missing: [[UInt8]] = []
    private var missed: Set<NameHash> = []

    // No document uses more vocabularies by accident.
    private static let mostMissing = 64
    // Together with the missing ones this stays below the limit of the XML parser.
    private static let mostInForce = 128

    /// Declares a prefix. Returns false if too many are in force; the prefix then counts as undeclared.
    mutating func declare(_ prefix: some Sequence<UInt8>, at depth: Int) -> Bool {
        guard scopes.count < Self.mostInForce else { return false }
        let hash = NameHash(exactly: prefix)
        declared[hash, default: 0] += 1
        scopes.append((hash, depth))
        return true
    }

    /// Removes the declarations of elements at this depth and deeper.
    mutating func leave(depth: Int) {
        while let last = scopes.last, last.depth >= depth {
            scopes.removeLast()
            declared[last.prefix] = declared[last.prefix].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    /// Whether a name with this prefix may be used, perhaps because the root will declare it.
    mutating func use(_ prefix: some Collection<UInt8>) -> Bool {
        let hash = NameHash(exactly: prefix)
        if declared[hash] != nil || missed.contains(hash) { return true }
        guard missing.count < Self.mostMissing else { return false }
        missed.insert(hash)
        missing.append(Array(prefix))
        return true
    }
}
