/// The hash of a picture's bytes, which names its file.
struct PictureHash: Hashable, Sendable {
    let bytes: [UInt8]

    init(of picture: [UInt8]) { bytes = SHA256.digest(of: picture) }

    /// Nil if no hash is like this: a library may come from anywhere.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Reads the names of a file and of its folder.
    init?(folder: String, file: String) {
        let digits = Array((folder + file).utf8)
        guard folder.utf8.count == 2, digits.count == 2 * Self.length else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.digits.firstIndex(of: digits[index]),
                let low = Self.digits.firstIndex(of: digits[index + 1])
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.bytes = bytes
    }

    /// The first two digits, so that no folder has too many files.
    var folder: String { String(text.prefix(2)) }
    var file: String { String(text.dropFirst(2)) }

    private var text: String {
        String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
    private static let length = 32
}
