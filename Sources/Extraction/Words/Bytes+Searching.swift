extension RandomAccessCollection<UInt8> where Index == Int {
    /// Whether a word is in it. The standard library's search takes a hundred times as long for texts as short as these.
    func holds(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard length > 0, count >= length else { return false }
        return withContiguousStorageIfAvailable { bytes in
            let first = word.utf8Start[0]
            return (0...(bytes.count - length)).contains { start in
                bytes[start] == first && (1..<length).allSatisfy { bytes[start + $0] == word.utf8Start[$0] }
            }
        } ?? false
    }

    /// Whether it ends in a word.
    func ends(in word: StaticString) -> Bool {
        count >= word.utf8CodeUnitCount
            && suffix(word.utf8CodeUnitCount).elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
}
