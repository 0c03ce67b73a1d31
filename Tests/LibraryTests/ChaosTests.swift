import Foundation
import Library
import TestSupport
import Testing

@Suite struct ChaosTests {
    @Test func `a kill at any instant loses nothing that was stored, marked or undone, and leaves the library whole`()
        throws
    {
        let shelf = try Shelf(feeds: 3)
        let victim = try BuildProducts.executable("ChaosVictim")
        var said = Testimony()
        for round in Chaos.rounds(10) {
            let run = try KilledRun(
                program: victim, arguments: [shelf.path], environment: ["SWIFT_BACKTRACE": "enable=no"],
                after: .random(in: 0.03...0.4))
            #expect(run.exit == .signal(SIGKILL), "round \(round): \(run.errors)")
            said.take(run.lines)
            let library = try Library(path: shelf.path)
            #expect(try library.check() == [], "round \(round)")
            for feed in try library.feeds() { #expect(feed.total >= 20 * said.stored, "round \(round)") }
            for (item, isRead) in said.marks {
                #expect(try library.article(ItemID(item))?.item.isRead == isRead, "round \(round), item \(item)")
            }
        }
        #expect(said.stored > 0 && !said.marks.isEmpty)
    }
}

/// What the victims have said is written.
private struct Testimony {
    var stored = 0
    /// Items and whether they are read, where that is sure.
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
