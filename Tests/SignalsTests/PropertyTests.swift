import Dispatch
import Signals
import System
import Testing

@Suite struct PropertyTests {
    private let property = MutableProperty(1)

    @Test func `a property sends its value at once`() {
        #expect(Recorder(property.signal).values == [1])
    }

    @Test func `a property sends every later value in order, even an equal one`() {
        let recorder = Recorder(property.signal)
        for value in [2, 2, 3] { property.value = value }
        #expect(recorder.values == [1, 2, 2, 3])
    }

    @Test func `a property can be read without a subscription`() {
        property.value += 1
        #expect(property.value == 2)
    }

    @Test func `a property's value in a delivery is the delivered one or a later one`() {
        property.signal.onNext { [property] value in #expect(property.value >= value) }
        for value in 2...10 { property.value = value }
    }

    @Test func `a property set in a delivery sends the new value after it`() {
        let recorder = Recorder(property.signal)
        property.signal.onNext { [property] value in
            if value == 2 { property.value = 3 }
        }
        property.value = 2
        #expect(recorder.values == [1, 2, 3])
        #expect(property.value == 3)
    }

    @Test func `all values that many threads set are sent, and the last one is the property's`() {
        for _ in 0..<50 {
            let recorder = Recorder(property.signal)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<25 { property.value = thread * 100 + number }
            }
            #expect(recorder.values.count == 1 + 4 * 25)
            #expect(recorder.values.last == property.value)
            recorder.dispose()
        }
    }

    @Test func `a subscriber that comes while another thread sets a property misses no value`() {
        for _ in 0..<50 {
            let property = MutableProperty(0)
            let recorders = Locked<[Recorder<Int, Never>]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 {
                    for value in 1...100 { property.value = value }
                } else {
                    let recorder = Recorder(property.signal)
                    recorders.withLock { $0.append(recorder) }
                }
            }
            let values = recorders.withLock { $0[0] }.values
            #expect(values == Array((values.first ?? 0)...100))
        }
    }

    @Test func `a property that nobody holds any longer completes after its last value`() {
        let recorder = Recorder(MutableProperty(1).signal)
        #expect(recorder.events == [.next(1), .completed])
    }
}
