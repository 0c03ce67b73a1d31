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

@Suite struct DerivedPropertyTests {
    private let source = MutableProperty(1)
    private var property: Property<Int> { Property(source) }

    @Test func `a read-only property follows the original`() {
        let property = property
        let recorder = Recorder(property.signal)
        source.value = 2
        #expect(property.value == 2)
        #expect(recorder.values == [1, 2])
    }

    @Test func `a mapped property always has the transformed value`() {
        let doubled = property.map { $0 * 2 }
        let recorder = Recorder(doubled.signal)
        source.value = 2
        #expect(doubled.value == 4)
        #expect(recorder.values == [2, 4])
    }

    @Test func `a combined property has both values, and reports every change of either`() {
        let other = MutableProperty("a")
        let both = property.combined(with: Property(other)).map { "\($0)\($1)" }
        let recorder = Recorder(both.signal)
        source.value = 2
        other.value = "b"
        #expect(both.value == "2b")
        #expect(recorder.values == ["1a", "2a", "2b"])
    }

    @Test func `three properties are combined in their order`() {
        let all = property.combined(with: Property(constant: "a"), Property(constant: true)).map { "\($0) \($1) \($2)" }
        let recorder = Recorder(all.signal)
        source.value = 2
        #expect(all.value == "2 a true")
        #expect(recorder.values == ["1 a true", "2 a true"])
    }

    @Test func `a constant property sends its value and completes`() {
        let constant = Property(constant: 1)
        #expect(constant.value == 1)
        #expect(Recorder(constant.signal).events == [.next(1), .completed])
    }

    @Test func `changes of a property leave out the current value`() {
        source.value = 2
        let recorder = Recorder(property.changes)
        source.value = 3
        #expect(recorder.values == [3])
    }

    @Test func `a property of a signal has the initial value until the signal sends one`() {
        let subject = Subject<Int, Never>()
        let property = Property(initial: 0, then: subject.signal)
        #expect(property.value == 0)
        subject.send(1)
        subject.send(.completed)
        #expect(property.value == 1)
    }

    @Test func `a property holds what it is derived from, and releases it when deallocated`() {
        let cleaned = Counter()
        let work = Signal<Int, Never> { _ in ActionDisposable { cleaned.increment() } }
        do {
            let property = Property(initial: 0, then: work).map { $0 + 1 }.combined(with: Property(constant: 1))
            #expect(property.value == (1, 1))
            #expect(cleaned.count == 0)
        }
        #expect(cleaned.count == 1)
    }

    @Test func `a derived property holds the one it is derived from`() {
        var original: MutableProperty<Int>? = MutableProperty(1)
        let derived = original.map { Property($0).map { $0 + 1 } }
        original = nil
        #expect(derived?.value == 2)
    }
}
