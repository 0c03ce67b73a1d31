import Dispatch
import Foundation
import Signals
import System
import Testing

@Suite struct SerialDeliveryTests {
    private struct Sent: Hashable {
        let thread: Int
        let number: Int
    }

    private let subject = Subject<Sent, Never>()

    private func sendFromManyThreads() {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<500 { subject.send(Sent(thread: thread, number: number)) }
        }
    }

    @Test func `events arrive one at a time, however many threads send`() {
        let delivery = Locked((isUnderWay: false, overlaps: 0, count: 0))
        subject.signal.onNext { _ in
            delivery.withLock { delivery in
                if delivery.isUnderWay { delivery.overlaps += 1 }
                delivery.isUnderWay = true
            }
            delivery.withLock { delivery in
                delivery.isUnderWay = false
                delivery.count += 1
            }
        }
        sendFromManyThreads()
        #expect(delivery.withLock { $0.overlaps } == 0)
        #expect(delivery.withLock { $0.count } == 8 * 500)
    }

    @Test func `events of one thread arrive in the order in which it sent them`() {
        let recorder = Recorder(subject.signal)
        sendFromManyThreads()
        for (_, values) in Dictionary(grouping: recorder.values, by: \.thread) {
            #expect(values.map(\.number) == Array(0..<500))
        }
    }

    @Test func `all subscribers get many threads' events in the same order`() {
        let recorders = (0..<3).map { _ in Recorder(subject.signal) }
        sendFromManyThreads()
        #expect(recorders[0].values.count == 8 * 500)
        #expect(recorders.allSatisfy { $0.values == recorders[0].values })
    }

    @Test func `a value sent during delivery waits its turn`() {
        let countdown = Subject<Int, Never>()
        let steps = Locked<[String]>([])
        countdown.signal.onNext { number in
            steps.withLock { $0.append("begin \(number)") }
            if number > 1 { countdown.send(number - 1) }
            steps.withLock { $0.append("end \(number)") }
        }
        countdown.send(3)
        #expect(steps.withLock { $0 } == ["begin 3", "end 3", "begin 2", "end 2", "begin 1", "end 1"])
    }

    @Test func `a value sent during delivery comes second for every subscriber`() {
        let numbers = Subject<Int, Never>()
        let before = Recorder(numbers.signal)
        numbers.signal.onNext { number in
            if number == 1 { numbers.send(2) }
        }
        let after = Recorder(numbers.signal)
        numbers.send(1)
        #expect(before.values == [1, 2])
        #expect(after.values == [1, 2])
    }

    @Test func `another thread that sends during delivery doesn't wait for it`() {
        let numbers = Subject<Int, Never>()
        let isSent = DispatchSemaphore(value: 0)
        let received = Locked<[Int]>([])
        numbers.signal.onNext { number in
            received.withLock { $0.append(number) }
            guard number == 1 else { return }
            Thread.detachNewThread {
                numbers.send(2)
                isSent.signal()
            }
            #expect(isSent.waitForSignal())
            #expect(received.withLock { $0 } == [1])
        }
        numbers.send(1)
        #expect(received.withLock { $0 } == [1, 2])
    }
}
