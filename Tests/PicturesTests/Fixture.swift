import Foundation

/// A picture in `Fixtures`. Unless its name says otherwise it has 64×48 pixels in four parts: red and green above, blue and
/// white below. With opacity, its right half is transparent.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path(name)))) }

    static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)").path
    }
}
