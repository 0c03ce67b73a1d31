import Signals
import System
import Testing

@Suite struct LogTests {
    private let lines = Locked<[String]>([])

    private func log<Value: Sendable>(_ events: Event<Value, Trouble>...) -> [String] {
        Signal.sending(events).log("source", to: { [lines] line in lines.withLock { $0.append(line) } })
            .subscribe { _ in }.dispose()
        return lines.withLock { $0 }
    }

    @Test func `a log has a line for each event and for the beginning and end of a subscription`() {
        #expect(
            log(.next(1), .completed) == ["source: started", "source: next 1", "source: completed", "source: disposed"])
    }

    @Test func `a log names the reason of a failure`() {
        #expect(log(Event<Int, Trouble>.failed(.power)).contains("source: failed power"))
    }

    @Test func `a log writes control characters as their numbers`() {
        let hostile = "a\u{1B}[2J\nb\u{9B}31m\u{202E}\u{2028}é猫"
        #expect(log(.next(hostile)).contains("source: next a\\u{1B}[2J\\u{A}b\\u{9B}31m\\u{202E}\\u{2028}é猫"))
    }
}
