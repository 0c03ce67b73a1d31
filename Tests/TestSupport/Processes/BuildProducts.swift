import Foundation

/// The products of the build that this process came from.
package enum BuildProducts {
    /// The path of an executable. All products of a build are in the folder of the running one.
    package static func executable(_ name: String) throws -> String {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(fileURLWithPath: running).deletingLastPathComponent().appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw MissingProduct(path: path) }
        return path
    }
}

/// An executable is missing from the folder where the build puts it.
package struct MissingProduct: Error, Equatable, CustomStringConvertible {
    package let path: String

    package var description: String { "there is no program \(path): build it first" }
}
