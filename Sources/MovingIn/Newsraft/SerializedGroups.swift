/// newsraft's serialised lists of properties. The first character separates the pieces; the piece `^` begins the next
/// element, all others are `name=value`.
struct SerializedGroups {
    let groups: [[Substring: Substring]]

    init(_ text: String) {
        guard let delimiter = text.first else {
            groups = []
            return
        }
        var groups: [[Substring: Substring]] = []
        for piece in text.dropFirst().split(separator: delimiter) {
            if piece == "^" { groups.append([:]) }
            guard let equals = piece.firstIndex(of: "=") else { continue }
            if groups.isEmpty { groups.append([:]) }
            groups[groups.count - 1][piece[..<equals]] = piece[piece.index(after: equals)...]
        }
        self.groups = groups
    }
}
