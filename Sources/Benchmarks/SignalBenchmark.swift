import Foundation
import Signals
import TestSupport

/// Measures an event's cost in the signal layer, compared with a plain call of a closure.
///
/// The figures of ReactiveSwift 7.2.1 are from a release build on the same kind of machine.
struct SignalBenchmark {
    private let runs = 7

    func run() {
        print("signals, nanoseconds of processor time an event, the least of \(runs) runs (ReactiveSwift 7.2.1):")
        closureCall()
        subject(subscribers: 1, reference: 225)
        subject(subscribers: 100, reference: 4_830)
        chain(ofStages: 4, reference: 1_440)
        chain(ofStages: 16, reference: 5_200)
        combineLatest()
        property()
        subscription()
    }

    private func closureCall() {
        let sum = Sum()
        let calls: [@Sendable (Int) -> Void] = [{ sum.add($0) }, { sum.add(-$0) }]
        report("a plain closure call", reference: nil, events: 2_000_000) { calls[$0 & 1]($0) }
    }

    private func subject(subscribers: Int, reference: Int) {
        let sum = Sum()
        let subject = Subject<Int, Never>()
        for _ in 0..<subscribers { subject.signal.onNext { sum.add($0) } }
        let name = "a subject with \(subscribers) subscriber\(subscribers == 1 ? "" : "s")"
        report(name, reference: reference, events: 2_000_000 / subscribers) { subject.send($0) }
    }

    private func chain(ofStages stages: Int, reference: Int) {
        let sum = Sum()
        let subject = Subject<Int, Never>()
        var signal = subject.signal
        for _ in 0..<stages / 4 {
            signal = signal.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }.distinctUntilChanged()
        }
        signal.onNext { sum.add($0) }
        report("map, filter, map, distinct: \(stages) stages", reference: reference, events: 500_000) {
            subject.send($0)
        }
    }

    private func combineLatest() {
        let sum = Sum()
        let subjects = (0..<3).map { _ in Subject<Int, Never>() }
        subjects[0].signal.combineLatest(with: subjects[1].signal, subjects[2].signal)
            .onNext { sum.add($0.0 &+ $0.1 &+ $0.2) }
        for subject in subjects { subject.send(0) }
        report("combineLatest of 3", reference: 730, events: 500_000) { subjects[$0 % 3].send($0) }
    }

    private func property() {
        let sum = Sum()
        let property = MutableProperty(0)
        property.signal.onNext { sum.add($0) }
        report("a property set", reference: 300, events: 1_000_000) { property.value = $0 }
    }

    private func subscription() {
        let sum = Sum()
        let subject = Subject<Int, Never>()
        let receive: @Sendable (Int) -> Void = { sum.add($0) }
        report("subscribe and dispose", reference: 143, events: 200_000) { _ in
            subject.signal.onNext(receive).dispose()
        }
    }

    private func report(_ name: String, reference: Int?, events: Int, _ send: (Int) -> Void) {
        var least = Double.infinity
        for _ in 0..<runs {
            let time = processorTime { for number in 0..<events { send(number) } }
            least = min(least, time / .nanoseconds(events))
        }
        let figure = String(format: "%8.1f", least)
        let note = reference.map { String(format: "   (%d, %.1f× as much)", $0, Double($0) / least) } ?? ""
        print("  " + name.padding(toLength: 40, withPad: " ", startingAt: 0) + figure + note)
    }
}

/// Adds up the events, so that the compiler can't remove any.
private final class Sum: @unchecked Sendable {
    // Safe to share: each benchmark runs on one thread.
    private var value = 0

    func add(_ number: Int) { value &+= number }
}
