import ViewModels

/// One row of the help's first keys: the keys of one operation, or of a pair such as down and up.
struct FirstKey {
    let operations: [Operation]
    let meaning: String

    init(_ operations: Operation..., does meaning: String) { (self.operations, self.meaning) = (operations, meaning) }

    static let move = FirstKey(.down, .up, does: "move down and up")
    static let scroll = FirstKey(.down, .up, does: "scroll down and up")
    static let turnPage = FirstKey(.pageDown, does: "page down")
    static let goBack = FirstKey(.back, does: "go back")
}

extension KeyMap {
    /// The first key of each operation, then their second keys and so on, but only as many as a beginner tries.
    func keyNames(of operations: [Operation], in place: Place) -> [String] {
        let bindings = bindings(in: place)
        let names = operations.map { operation in
            bindings.filter { $0.action.isJust(operation) }.map { name(of: $0.keys) }
        }
        let most = names.map(\.count).max() ?? 0
        return Array(
            (0..<most).flatMap { number in names.compactMap { $0.indices.contains(number) ? $0[number] : nil } }.prefix(
                4))
    }
}
