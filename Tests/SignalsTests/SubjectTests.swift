import Dispatch
import Signals
import System
import TestSupport
import Testing

@Suite struct SubjectTests {
    private let subject = Subject<Int, Trouble>()

    @Test func `a subject sends later events to a subscriber`() {
        subject.send(1)
        let recorder = Recorder(subject.signal)
        subject.send(2)
        #expect(recorder.events == [.next(2)])
    }

    @Test(arguments: EndTests.ends)
    func `a subscriber after the end gets only the end`(end: Event<Int, Trouble>) {
        subject.send(1)
        subject.send(end)
        #expect(Recorder(subject.signal).events == [end])
    }

    @Test func `a subscriber that comes during a delivery gets later events`() {
        let late = Subject<Int, Never>()
        let recorder = Recorder(late.signal)
        subject.signal.onNext { [subject] number in
            guard number == 1 else { return }
            subject.signal.onNext { late.send($0) }
            subject.send(2)
        }
        subject.send(1)
        #expect(recorder.values == [2])
    }

    @Test func `a subject that nobody holds any longer completes`() {
        let recorder = Recorder(Subject<Int, Trouble>().signal)
        #expect(recorder.events == [.completed])
    }
}

@Suite struct ReplaySubjectTests {
    @Test(arguments: [(0, []), (1, [5]), (3, [3, 4, 5]), (5, [1, 2, 3, 4, 5]), (Int.max, [1, 2, 3, 4, 5])])
    func `a late subscriber gets the last values, as many as the capacity`(_ capacity: Int, _ told: [Int]) {
        let subject = ReplaySubject<Int, Trouble>(capacity: capacity)
        let first = Recorder(subject.signal)
        for number in 1...5 { subject.send(number) }
        let late = Recorder(subject.signal)
        subject.send(6)
        #expect(first.values == [1, 2, 3, 4, 5, 6])
        #expect(late.values == told + [6])
    }

    @Test(arguments: EndTests.ends)
    func `a subscriber after the end gets the last values and the end`(end: Event<Int, Trouble>) {
        let subject = ReplaySubject<Int, Trouble>(capacity: 2)
        for number in 1...3 { subject.send(number) }
        for event in [end, .next(4), .completed, .failed(.power)] { subject.send(event) }
        #expect(Recorder(subject.signal).events == [.next(2), .next(3), end])
    }

    @Test func `a subscriber that comes in a delivery gets that value once`() {
        let subject = ReplaySubject<Int, Never>(capacity: 1)
        let late = Subject<Int, Never>()
        let recorder = Recorder(late.signal)
        subject.signal.onNext { number in
            if number == 1 { subject.signal.onNext { late.send($0) } }
        }
        for number in 1...2 { subject.send(number) }
        #expect(recorder.values == [1, 2])
    }

    @Test func `a subscription may be disposed of while it gets earlier values`() {
        let subject = ReplaySubject<Int, Never>()
        for number in 1...3 { subject.send(number) }
        #expect(Recorder(subject.signal.take(1)).events == [.next(1), .completed])
    }

    @Test func `replaying stops when the subscription ends`() {
        let subject = ReplaySubject<Int, Never>()
        for number in 1...3 { subject.send(number) }
        let told = Counter()
        let isTold = Recorder(subject.signal.on(next: { _ in told.increment() }).take(1)).events
        #expect(isTold == [.next(1), .completed])
        #expect(told.count == 1)
    }

    @Test(arguments: EndTests.ends)
    func `a subscriber after the end gets the end once, through every operator`(end: Event<Int, Trouble>) {
        let subject = ReplaySubject<Int, Trouble>()
        for event in [.next(1), end] { subject.send(event) }
        let ends = Counter()
        Recorder(subject.signal.on(ended: { ends.increment() })).dispose()
        #expect(ends.count == 1)
    }

    @Test func `a replay subject releases a forgotten value, which may read the subject while being deallocated`() {
        final class Last: Sendable {
            let subject: ReplaySubject<Last?, Never>
            let gone: Counter
            init(_ subject: ReplaySubject<Last?, Never>, _ gone: Counter) {
                self.subject = subject
                self.gone = gone
            }
            deinit {
                _ = Recorder(subject.signal)
                gone.increment()
            }
        }
        let gone = Counter()
        let isFree = comesToAnEnd {
            let subject = ReplaySubject<Last?, Never>(capacity: 1)
            subject.send(Last(subject, gone))
            subject.send(nil)
        }
        #expect(isFree)
        #expect(gone.count == 1)
    }

    @Test func `a replay subject doesn't copy its memory for each value`() {
        let subject = ReplaySubject<Int, Never>(capacity: 50_000)
        for number in 1...100_000 { subject.send(number) }
        let recorder = Recorder(subject.signal.take(1))
        #expect(recorder.values == [50_001])
    }
}

/// Sources used by many threads at once: nothing is lost, and all subscribers get the same in the same order.
@Suite struct SourceStressTests {
    private static let threads = 4
    private static let numbers = 500

    /// The sources that several threads may send to.
    enum Kind: CaseIterable {
        case subject, replaySubject, property, shared

        func make() -> (signal: Signal<Int, Never>, send: @Sendable (Int) -> Void) {
            switch self {
            case .replaySubject:
                let subject = ReplaySubject<Int, Never>(capacity: 7)
                return (subject.signal, { subject.send($0) })
            case .property:
                let property = MutableProperty(-1)
                return (property.signal.skip(1), { property.value = $0 })
            case .subject, .shared:
                let subject = Subject<Int, Never>()
                return (self == .shared ? subject.signal.share() : subject.signal, { subject.send($0) })
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `lasting subscribers get everything in one order, whoever comes and goes`(_ kind: Kind) {
        let source = kind.make()
        let staying = (0..<3).map { _ in Recorder(source.signal) }
        let passing = Locked<[[Int]]>([])
        let isFree = comesToAnEnd {
            DispatchQueue.concurrentPerform(iterations: Self.threads * 2) { thread in
                for number in 0..<Self.numbers {
                    if thread < Self.threads {
                        source.send(thread * Self.numbers + number)
                    } else if number.isMultiple(of: 10) {
                        let recorder = Recorder(source.signal)
                        source.send(Self.threads * Self.numbers)
                        recorder.dispose()
                        passing.withLock { $0.append(recorder.values) }
                    }
                }
            }
        }
        #expect(isFree)
        let heard = staying[0].values
        #expect(staying.allSatisfy { $0.values == heard })
        #expect(heard.count == Self.threads * Self.numbers + Self.threads * Self.numbers / 10)
        #expect(Set(heard).count == Self.threads * Self.numbers + 1)
        for thread in 0..<Self.threads {
            let sent = heard.filter { $0 / Self.numbers == thread }
            #expect(sent == sent.sorted())
        }
        for values in passing.withLock({ $0 }) { #expect(heard.firstRange(of: values) != nil) }
    }

    @Test(arguments: Kind.allCases)
    func `a subscriber may send, subscribe and leave in a delivery while other threads do`(_ kind: Kind) {
        let source = kind.make()
        let heard = Counter()
        let isFree = comesToAnEnd {
            let staying = source.signal.onNext { number in
                heard.increment()
                if number < 1000 {
                    source.send(number + 1000)
                    source.signal.subscribe { _ in }.dispose()
                }
            }
            DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
                for number in 0..<Self.numbers { source.send(number) }
            }
            staying.dispose()
        }
        #expect(isFree)
        #expect(heard.count == 2 * Self.threads * Self.numbers)
    }
}

/// A long-lived source holds nothing of subscribers that left.
@Suite struct SourceLeakTests {
    private let clock = VirtualScheduler()

    private func expectNothingHeld(_ signal: Signal<Int, Never>) {
        let live = Locked(0)
        for _ in 0..<1000 {
            let tracked = Tracked(live)
            signal.onNext { _ = tracked.pass($0) }.dispose()
        }
        #expect(live.withLock { $0 } == 0)
    }

    @Test(arguments: SourceStressTests.Kind.allCases)
    func `a source holds nothing of a thousand subscribers that left`(_ kind: SourceStressTests.Kind) {
        let source = kind.make()
        source.send(1)
        expectNothingHeld(source.signal)
        source.send(2)
    }

    @Test func `a thousand disposed intervals and timers leave nothing behind`() {
        expectNothingHeld(.interval(every: .seconds(1), on: clock))
        expectNothingHeld(Signal.timer(after: .seconds(1), on: clock).map { 1 })
    }
}
