/// The format of a picture, which its first bytes tell. Names and the server's word don't count.
package enum PictureFormat: CaseIterable, Sendable {
    case jpeg, png, webp, gif, avif

    /// How many of a file's first bytes tell its format.
    static let bytesNeeded = 256

    package init(_ first: some Collection<UInt8>) throws(PictureFailure) {
        let bytes = Array(first.prefix(Self.bytesNeeded))
        func has(_ text: String, at position: Int) -> Bool { bytes.dropFirst(position).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("ftyp", at: 4), Self.brands(bytes).contains(where: ["avif", "avis"].contains) {
            self = .avif
        } else {
            throw Self.isSVG(bytes) ? .isSVG : .unknownFormat
        }
    }

    /// What a file of the ISO base format claims to be.
    private static func brands(_ bytes: [UInt8]) -> [String] {
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let box = bytes.prefix(max(0, length)).dropFirst(8)
        return stride(from: box.startIndex, to: box.endIndex, by: 4).map {
            String(decoding: box[$0..<min($0 + 4, box.endIndex)], as: UTF8.self)
        }
    }

    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return text.contains("<svg") || text.contains("<!doctype svg")
    }

    var library: PictureLibrary {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .gif: .gif
        case .avif: .avif
        }
    }
}
