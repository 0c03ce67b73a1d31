import Foundation
import Library
import TestSupport
import Testing

@Suite(.blocking) struct `Chaos of a library in use` {
    @Test func `killing lede at any moment loses nothing stored, marked or undone, and damages nothing`() throws {
        let home = try Home()
        let path = home.path + "/library.db"
        try Library(path: path).subscribe(to: (1...3).map { "https://example.org/feed/\($0)" })
        var said = Testimony()
        let rounds = TestSupport.Chaos.rounds(10)
        for round in rounds {
            let run = try KilledRun(
                program: BuildProducts.executable("ChaosVictim"), arguments: [path],
                environment: ["SWIFT_BACKTRACE": "enable=no"], after: .random(in: 0.03...0.4))
            #expect(run.exit == .signal(SIGKILL), "round \(round): \(run.errors)")
            said.take(run.lines)
            let library = try Library(path: path)
            #expect(try library.check() == [], "round \(round)")
            for feed in try library.feeds() { #expect(feed.total >= 20 * said.stored, "round \(round)") }
            for (item, isRead) in said.marks {
                #expect(try library.article(ItemID(item))?.item.isRead == isRead, "round \(round), item \(item)")
            }
        }
        #expect(said.stored > 0 && !said.marks.isEmpty)
        ChaosTable.note(
            fault: ChaosFault.kill.rawValue, write: "storing, indexing, marks and undo at once", tried: rounds.count,
            struck: rounds.count)
    }
}

/// The victims' reports of what they have written.
private struct Testimony {
    var stored = 0
    /// Items and whether they are read, if that is certain.
    var marks: [Int64: Bool] = [:]

    mutating func take(_ lines: [String]) {
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int64(words[1]) else { continue }
            switch words[0] {
            case "store": stored = max(stored, Int(number))
            case "began": marks[number] = nil
            case "read": marks[number] = true
            case "unread": marks[number] = false
            default: break
            }
        }
    }
}
