import Dispatch
import Signals
import System
import Testing

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
