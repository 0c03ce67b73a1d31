/// How long and how much a transfer may take before it is given up.
package struct Limits: Equatable, Sendable {
    package var connect: Duration = .seconds(15)
    /// How long nothing may arrive.
    package var stall: Duration = .seconds(30)
    package var overall: Duration = .seconds(90)
    /// The most bytes of a document, counted after its compression is undone.
    package var size = 32 * 1024 * 1024
    /// The most bytes of all that a server says before the document.
    package var headers = 256 * 1024
    package var redirects = 10

    package init() {}
}
