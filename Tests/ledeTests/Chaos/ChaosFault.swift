import Foundation
import Glibc
import TestSupport

/// What goes wrong while lede writes.
enum ChaosFault: String, CaseIterable {
    case kill = "a kill at some moment"
    case fullDisk = "a full disk"
    case fileLimit = "a limit for the size of files"
    case readOnly = "a disk that can only be read"
    case deleted = "the library deleted meanwhile"
    case replaced = "the library replaced meanwhile"
    case clock = "a clock set forth or back, and perhaps a kill"
    case network = "a network cut at any byte"
    case company = "two readers and four commands at once"

    /// Whether what lede had written before is gone by what the user did.
    var takesLibrary: Bool { self == .deleted || self == .replaced }
}

/// What lede writes, as one command.
enum ChaosWrite: String, CaseIterable {
    case refresh = "refresh"
    case marks = "marks"
    case undo = "undo"
    case opml = "import of OPML"
    case urls = "change of the urls file"
    case creation = "creation of the library"
    case indexing = "indexing"
    case backup = "backup"
    case restore = "restore"
    case retention = "retention"
    case preloading = "preloading of pages and pictures"
    case folder = "sync through a folder"

    /// Whether it is done as a whole or not at all.
    var isWhole: Bool {
        switch self {
        case .marks, .undo, .opml, .urls, .backup, .restore: true
        case .refresh, .creation, .indexing, .retention, .preloading, .folder: false
        }
    }

    /// Whether it asks servers.
    var fetches: Bool { [.refresh, .retention, .preloading].contains(self) }

    /// Whether the fault can happen to it.
    func meets(_ fault: ChaosFault) -> Bool {
        switch fault {
        case .network: fetches
        // The victim that indexes would get no arguments under libfaketime.
        case .clock: self != .indexing
        default: true
        }
    }

    var cases: [ChaosCase] { ChaosFault.allCases.filter(meets).map { ChaosCase(write: self, fault: $0) } }
}

/// How much of a write is done.
enum ChaosProgress: Equatable {
    case nothing, part, whole

    init(_ count: Int, from start: Int, to end: Int) {
        self = count == end ? .whole : count == start ? .nothing : .part
    }
}

struct ChaosCase: CustomStringConvertible {
    let write: ChaosWrite
    let fault: ChaosFault

    /// All in “make chaos”. Otherwise each write meets one fault, another each time.
    static var chosen: [ChaosCase] {
        ChaosWrite.allCases.flatMap {
            TestSupport.Chaos.isAsked ? $0.cases : [$0.cases.randomElement()].compactMap(\.self)
        }
    }

    var description: String { "\(write.rawValue), \(fault.rawValue)" }
}

extension TestSupport.Chaos {
    /// Whether this is “make chaos”, which tries everything.
    static var isAsked: Bool { ProcessInfo.processInfo.environment["LEDE_CHAOS_ROUNDS"] != nil }

    /// How many times each fault is tried during each write: once in a test run, a thirtieth of the kills in “make chaos”.
    static var roundsOfEach: ClosedRange<Int> { isAsked ? 1...max(1, rounds(1).upperBound / 30) : 1...1 }
}

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
