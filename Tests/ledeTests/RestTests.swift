import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `At rest` {
    @Test(.disabled(if: Sanitizer.builtIn == .thread, "the sanitizer has a thread that wakes"))
    func `a resting reader sleeps, even after a refresh and with an open article`() throws {
        let story = SampleFeed.Item(title: "Story", body: "<p>Words.</p>", date: Date(timeIntervalSince1970: 0))
        let home = try Home(isAutomatic: true)
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: [story]).rss], home: home)
        try reader.waitForScreen(showing: "1 new in 1 feed")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Story")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words.")
        // On a busy machine, work after a refresh may take a while. With endless work no such period would come.
        let deadline = Deadline()
        var counts: [Int] = []
        repeat {
            let before = try sleeps(of: reader)
            try reader.settle(for: 4)
            // Only threads that still exist: those that ended do nothing any more.
            counts.append(try sleeps(of: reader).reduce(0) { $0 + $1.value - before[$1.key, default: $1.value] })
        } while try #require(counts.last) > 2 && !deadline.hasPassed
        #expect(try #require(counts.last) <= 2, "\(counts)")
    }

    /// How often each thread has gone to sleep.
    private func sleeps(of reader: Reader) throws -> [String: Int] {
        let tasks = "/proc/\(reader.processIdentifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(into: [:]) { counts, task in
            // The thread may have ended meanwhile.
            guard let status = try? CommandRun(program: "/bin/cat", arguments: ["\(tasks)/\(task)/status"]).output,
                let count = status.firstMatch(of: /\nvoluntary_ctxt_switches:\s+(\d+)/)?.1
            else { return }
            counts[task] = Int(count)
        }
    }
}
