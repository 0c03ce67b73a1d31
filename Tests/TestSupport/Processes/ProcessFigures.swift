import Foundation

/// What a process takes of the machine at one moment.
package struct ProcessFigures: Equatable, Sendable {
    /// Memory that belongs to no file, which only this process has.
    package let kilobytes: Int
    package let descriptors: Int
    package let threads: Int

    package init(of process: Int32) throws {
        let folder = "/proc/\(process)"
        let status = try CommandRun(program: "/bin/cat", arguments: ["\(folder)/status"]).output
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        kilobytes = number("RssAnon:")
        threads = number("Threads:")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count
    }

    /// The only child of a process that has one.
    package static func child(of process: Int32) throws -> Int32? {
        let file = "/proc/\(process)/task/\(process)/children"
        return try CommandRun(program: "/bin/cat", arguments: [file]).output.split(separator: " ").first
            .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
}
