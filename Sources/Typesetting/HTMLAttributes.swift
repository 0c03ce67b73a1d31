import CLibXML2
import Glibc

/// The attributes of a start tag, read where libxml2 left them; good for as long as its callback runs.
struct HTMLAttributes {
    private let pairs: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

    init(_ pairs: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        self.pairs = pairs
    }

    var isEmpty: Bool { pairs == nil }

    /// The value of the attribute, empty where it has none, or nil where there is no such attribute.
    subscript(name: String) -> String? {
        guard let pairs else { return nil }
        var index = 0
        while let attribute = pairs[index] {
            if Self.isEqual(attribute, name) { return pairs[index + 1].map { String(cString: $0) } ?? "" }
            index += 2
        }
        return nil
    }

    private static func isEqual(_ attribute: UnsafePointer<xmlChar>, _ name: String) -> Bool {
        attribute.withMemoryRebound(to: CChar.self, capacity: 1) { strcmp($0, name) == 0 }
    }
}
