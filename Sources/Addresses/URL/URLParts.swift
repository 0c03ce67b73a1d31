/// The parts of a URL, each percent-encoded (URL Standard, 4.1).
struct URLParts {
    var scheme: [UInt8] = []
    var username: [UInt8] = []
    var password: [UInt8] = []
    /// The host; nil if the URL has none, empty in `file:///`.
    var host: [UInt8]?
    var port: UInt16?
    /// Each segment with a slash before it, unless the path is opaque.
    var path: [UInt8] = []
    var hasOpaquePath = false
    var query: [UInt8]?
    var fragment: [UInt8]?

    /// Removes the last segment, except the drive of a file URL.
    mutating func shortenPath() {
        if scheme == SpecialScheme.file, path.count == 3, path[1...].isNormalDrive { return }
        guard let slash = path.lastIndex(of: .slash) else { return }
        path.removeSubrange(slash...)
    }

    mutating func copyHost(of other: URLParts) {
        (username, password, host, port) = (other.username, other.password, other.host, other.port)
    }
}

/// The schemes that browsers parse by special rules (URL Standard, 4.2).
enum SpecialScheme {
    static let file = Array("file".utf8)

    private static let usualPorts: [[UInt8]: UInt16] = [
        Array("http".utf8): 80, Array("https".utf8): 443, Array("ftp".utf8): 21, Array("ws".utf8): 80,
        Array("wss".utf8): 443
    ]

    static func isSpecial(_ scheme: [UInt8]) -> Bool { scheme == file || usualPorts[scheme] != nil }

    static func usualPort(of scheme: [UInt8]) -> UInt16? { usualPorts[scheme] }
}

extension ArraySlice<UInt8> {
    /// Whether the text is a Windows drive: a letter with a colon or a bar.
    var isDrive: Bool {
        count == 2 && self[startIndex].isASCIILetter && [.colon, .bar].contains(self[startIndex + 1])
    }

    var isNormalDrive: Bool { isDrive && last == .colon }

    /// Whether the first segment is a Windows drive.
    var beginsWithDrive: Bool {
        prefix(2).isDrive
            && (count == 2 || [.slash, .backslash, .question, .hash].contains(self[startIndex + 2]))
    }
}
