/// The limits of a transfer in time and size.
package struct Limits: Equatable, Sendable {
    package var connect: Duration = .seconds(15)
    /// The longest time without any data.
    package var stall: Duration = .seconds(30)
    package var overall: Duration = .seconds(90)
    /// The largest document, in bytes after decompression.
    package var size = 32 * 1024 * 1024
    /// The most bytes before the document.
    package var headers = 256 * 1024
    package var redirects = 10

    package init() {}
}
