import TestSupport

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
