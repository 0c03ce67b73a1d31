import TestSupport

/// A picture in `Fixtures`. Unless its name says otherwise it has 64×48 pixels in four parts: red and green above, blue and
/// white below. With opacity, its right half is transparent.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] { try ProjectFile.bytes(folder + name) }

    static func path(_ name: String) -> String { ProjectFile.path(folder + name) }

    private static let folder = "Tests/PicturesTests/Fixtures/"
}
