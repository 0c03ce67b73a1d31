/// The name of a device's folder: 16 hex digits.
package struct DeviceID: Hashable, Comparable, Sendable {
    package let text: String

    /// A new one.
    package init() { text = Hexadecimal.text(of: UInt64.random(in: .min ... .max)) }

    /// Nil if the text isn't one.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ Hexadecimal.digits.contains($0) }) else { return nil }
        self.text = text
    }

    package static func < (one: DeviceID, other: DeviceID) -> Bool { one.text < other.text }
}
