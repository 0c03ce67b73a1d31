import Signals
import Testing

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
