import Foundation
import Glibc

/// What “make chaos” has tried and found, a line for each fault and write.
enum ChaosTable {
    /// Notes how many times a fault was tried during a write, how many times it struck before the write was done, and what
    /// was found wrong.
    static func note(fault: String, write: String, tried: Int, struck: Int, found: [String] = []) {
        guard let path = ProcessInfo.processInfo.environment["LEDE_CHAOS_TABLE"] else { return }
        let words = found.isEmpty ? "nothing" : found.joined(separator: "; ")
        let cells = [fault, write, "\(tried)", "\(struck)", words].map {
            $0.replacing("\n", with: " ").replacing("|", with: "/")
        }
        let line = Array("| \(cells.joined(separator: " | ")) |\n".utf8)
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(file) }
        // One write, so that tests that run at once don't mix their lines.
        _ = line.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    }
}
