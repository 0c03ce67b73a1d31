package import Foundation

/// A file of the project by its path from the top, such as `Documentation/reference/keys.md`, wherever the test that asks stands.
package enum ProjectFile {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    package static func url(_ path: String) -> URL { root.appending(path: path) }

    package static func path(_ path: String) -> String { url(path).path }

    package static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }

    package static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }
}
