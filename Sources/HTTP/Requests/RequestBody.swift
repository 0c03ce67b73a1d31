/// The bytes that a request carries, and their type.
package struct RequestBody: Equatable, Sendable {
    package var bytes: [UInt8]
    /// The media type, such as `application/json`.
    package var type: String

    package init(_ bytes: [UInt8], type: String) {
        self.bytes = bytes
        self.type = type
    }
}
