/// How long and how much a transfer may take before it is given up.
package struct Limits: Equatable, Sendable {
    package var connect: Duration = .seconds(15)
    /// How long nearly nothing may arrive: curl looks once a second, so a part of a second is no limit here.
    package var stall: Duration = .seconds(30)
    package var overall: Duration = .seconds(90)
    /// The most bytes of a document, counted after its compression is undone.
    package var size = 32 * 1024 * 1024
    package var redirects = 10

    package init() {}
}

extension Duration {
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
