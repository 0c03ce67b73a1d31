import Addresses
import FoundationEssentials
import Pictures

/// A URL that contains a document.
struct DataURL {
    let bytes: [UInt8]

    static func isOne(_ url: String) -> Bool { url.prefix(5).lowercased() == "data:" }

    /// Nil if it contains nothing, or more than a picture may have.
    init?(_ url: String) {
        // Four characters for three bytes, or a hundred digits of which each is three characters.
        guard Self.isOne(url), url.utf8.count <= 3 * PictureLimits.bytes, let comma = url.firstIndex(of: ",") else {
            return nil
        }
        let head = url[..<comma].lowercased()
        let decoded = Array(url[url.index(after: comma)...].utf8).percentDecoded
        if head.hasSuffix(";base64") {
            guard let data = Data(base64Encoded: Data(decoded), options: .ignoreUnknownCharacters) else { return nil }
            bytes = Array(data)
        } else {
            bytes = decoded
        }
        if bytes.isEmpty || bytes.count > PictureLimits.bytes { return nil }
    }
}
