extension Span where Element == UInt8 {
    func starts(with prefix: [UInt8]) -> Bool {
        guard prefix.count <= count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }
}
