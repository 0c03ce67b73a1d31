import System

/// What a URL is relative to, if it is written so that its absolute form differs by what comes before it only.
package enum PlainAddress {
    case absolute, onServer, inFolder, onPage
    /// It has to be parsed.
    case odd

    package init(_ address: UnsafeBufferPointer<UInt8>) {
        self = .odd
        guard let first = address.first, address.count < Self.longest else { return }
        switch first {
        case UInt8(ascii: "#"):
            if Self.isPlain(address, from: 1, isFragment: true) { self = .onPage }
        case UInt8(ascii: "/"):
            if address.count == 1 || address[1] != first, Self.isPlain(address, from: 0) { self = .onServer }
        case _ where (first.isLetter || first.isDigit):
            if let path = Self.path(afterHostIn: address) {
                if Self.isPlain(address, from: path) { self = .absolute }
            } else if !address.contains(UInt8(ascii: ":")), Self.isPlain(address, from: 0) {
                self = .inFolder
            }
        default: break
        }
    }

    private static let longest = 1 << 16

    /// Where the path begins after a scheme of the web and a name in lower case, which isn't one that browsers read as
    /// numbers or in another script.
    private static func path(afterHostIn address: UnsafeBufferPointer<UInt8>) -> Int? {
        var at: Int
        if address.starts(with: "https://".utf8) {
            at = 8
        } else if address.starts(with: "http://".utf8) {
            at = 7
        } else {
            return nil
        }
        var label = at
        while at < address.count, address[at] != UInt8(ascii: "/") {
            switch address[at] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-") where at > label && address[at - 1] != UInt8(ascii: "-"): break
            case UInt8(ascii: ".") where at > label: label = at + 1
            default: return nil
            }
            at += 1
        }
        guard at < address.count, label < at, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(address[label]) else {
            return nil
        }
        return at
    }

    /// Whether everything stays as it is, in a path and a query and a fragment alike, and no segment has only dots.
    private static func isPlain(
        _ address: UnsafeBufferPointer<UInt8>, from start: Int, isFragment: Bool = false
    ) -> Bool {
        var hasFragment = isFragment
        for at in start..<address.count {
            switch address[at] {
            case UInt8(ascii: "."):
                if at == start || address[at - 1] == UInt8(ascii: "/") { return false }
            case UInt8(ascii: "%"):
                // An encoded dot is one.
                if address[at...].dropFirst().starts(with: "2e".utf8)
                    || address[at...].dropFirst().starts(with: "2E".utf8)
                {
                    return false
                }
            case UInt8(ascii: "#"):
                if hasFragment { return false }
                hasFragment = true
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"),
                UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
                UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"),
                UInt8(ascii: "/"), UInt8(ascii: "?"):
                break
            case let byte where (byte.isLetter || byte.isDigit): break
            default: return false
            }
        }
        return true
    }
}
