import Figures
import Foundation
import Signals
import TestSupport

/// Measures an event's cost in the signal layer, compared with a plain call of a closure.
///
/// The figures of ReactiveSwift 7.2.1 were recorded with a release build on the same kind of machine.
struct SignalBenchmark {
    let report: Report

    func run() throws {
        report.section("an event")
        try subject(subscribers: 1, reference: 225)
        try subject(subscribers: 100, reference: 4_830)
        try chain(ofStages: 4, reference: 1_440)
        try chain(ofStages: 16, reference: 5_200)
        try combineLatest()
        try property()
        try subscription()
    }

    private func subject(subscribers: Int, reference: Double) throws {
        let sum = Sum()
        let subject = Subject<Int, Never>()
        for _ in 0..<subscribers { subject.signal.onNext { sum.add($0) } }
        let name = "a subject with \(subscribers) subscriber\(subscribers == 1 ? "" : "s")"
        try measure(name, reference: reference, events: 2_000_000 / subscribers) { subject.send($0) }
    }

    private func chain(ofStages stages: Int, reference: Double) throws {
        let sum = Sum()
        let subject = Subject<Int, Never>()
        var signal = subject.signal
        for _ in 0..<stages / 4 {
            signal = signal.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }.distinctUntilChanged()
        }
        signal.onNext { sum.add($0) }
        try measure("map, filter, map, distinct: \(stages) stages", reference: reference, events: 500_000) {
            subject.send($0)
        }
    }

    private func combineLatest() throws {
        let sum = Sum()
        let subjects = (0..<3).map { _ in Subject<Int, Never>() }
        subjects[0].signal.combineLatest(with: subjects[1].signal, subjects[2].signal)
            .onNext { sum.add($0.0 &+ $0.1 &+ $0.2) }
        for subject in subjects { subject.send(0) }
        try measure("combineLatest of 3", reference: 730, events: 500_000) { subjects[$0 % 3].send($0) }
    }

    private func property() throws {
        let sum = Sum()
        let property = MutableProperty(0)
        property.signal.onNext { sum.add($0) }
        try measure("a property set", reference: 300, events: 1_000_000) { property.value = $0 }
    }

    private func subscription() throws {
        let sum = Sum()
        let subject = Subject<Int, Never>()
        let receive: @Sendable (Int) -> Void = { sum.add($0) }
        try measure("subscribe and dispose", reference: 143, goal: 100, events: 200_000) { _ in
            subject.signal.onNext(receive).dispose()
        }
    }

    private func measure(
        _ name: String, reference: Double, goal: Figure.Goal? = nil, events: Int, _ send: @escaping (Int) -> Void
    ) throws {
        let sum = Sum()
        let calls: [@Sendable (Int) -> Void] = [{ sum.add($0) }, { sum.add(-$0) }]
        try report.turns(
            name, runs: 7, by: .least, goals: goal.map { [.processorNanoseconds: $0] } ?? [:],
            [
                .own { time(of: events, send) }, .floor("closure call") { time(of: 2_000_000) { calls[$0 & 1]($0) } },
                .peer("ReactiveSwift, recorded") { Reading(.processorNanoseconds, reference) }
            ])
    }

    private func time(of events: Int, _ send: (Int) -> Void) -> Reading {
        let time = processorTime { for number in 0..<events { send(number) } }
        return Reading(.processorNanoseconds, time / .nanoseconds(events))
    }
}

/// Adds up the events, so that the compiler can't remove any.
private final class Sum: @unchecked Sendable {
    // Safe to share: each benchmark runs on one thread.
    private var value = 0

    func add(_ number: Int) { value &+= number }
}
