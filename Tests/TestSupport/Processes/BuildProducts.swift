import Foundation

/// What the build that this process came from has made.
package enum BuildProducts {
    /// The path of an executable that lies beside the running one, as all products of a build do.
    package static func executable(_ name: String) throws -> String {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(fileURLWithPath: running).deletingLastPathComponent().appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw MissingProduct(path: path) }
        return path
    }
}

/// An executable that isn't where the build would have put it.
package struct MissingProduct: Error, Equatable, CustomStringConvertible {
    package let path: String

    package var description: String { "there is no program \(path): build it first" }
}
