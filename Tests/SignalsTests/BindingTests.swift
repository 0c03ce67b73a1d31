import Dispatch
import Signals
import System
import Testing

@Suite struct BindToPropertyTests {
    private let source = Subject<Int, Never>()
    private let property = MutableProperty(0)

    @Test func `a bound property gets every value until the binding is disposed of`() {
        let binding = source.signal.bind(to: property)
        let recorder = Recorder(property.signal)
        source.send(1)
        source.send(2)
        binding.dispose()
        source.send(3)
        #expect(recorder.values == [0, 1, 2])
    }

    @Test func `a binding doesn't set a value that the property already has`() {
        source.signal.bind(to: property)
        let recorder = Recorder(property.signal)
        for number in [0, 1, 1, 0] { source.send(number) }
        #expect(recorder.values == [0, 1, 0])
    }

    @Test func `a binding sets a value that can't be compared every time`() {
        struct Opaque {}
        let property = MutableProperty(Opaque())
        let recorder = Recorder(property.signal)
        Signal.from([Opaque(), Opaque()]).bind(to: property)
        #expect(recorder.values.count == 3)
    }

    @Test func `a binding doesn't hold its property, and ends with it`() {
        let cleaned = Counter()
        let work = Signal<Int, Never> { _ in ActionDisposable { cleaned.increment() } }
        do { work.bind(to: MutableProperty(0)) }
        #expect(cleaned.count == 1)
    }

    @Test func `a binding that has ended leaves the property alone`() {
        source.signal.bind(to: property)
        source.send(1)
        source.send(.completed)
        #expect(Recorder(property.signal).events == [.next(1)])
    }

    @Test(arguments: [2, 3])
    func `a circle of bindings comes to rest`(size: Int) {
        let circle = (0..<size).map { MutableProperty($0) }
        let recorders = circle.map { Recorder($0.signal) }
        let isFree = comesToAnEnd {
            for place in circle.indices { circle[place].signal.bind(to: circle[(place + 1) % size]) }
            for place in circle.indices { circle[place].value = 10 + place }
        }
        #expect(isFree)
        #expect(circle.map(\.value) == Array(repeating: 9 + size, count: size))
        #expect(recorders.allSatisfy { $0.values.suffix(size) == Array(10..<(10 + size)) })
    }
}

@Suite struct BindBothWaysTests {
    private let left = MutableProperty(1)
    private let right = MutableProperty(2)

    @Test func `the other property takes this one's value first, and then each follows the other`() {
        left.bindBothWays(with: right)
        #expect(right.value == 1)
        right.value = 3
        #expect(left.value == 3)
        left.value = 4
        #expect(right.value == 4)
    }

    @Test func `each of two bound properties sends a new value once`() {
        left.bindBothWays(with: right)
        let recorders = [Recorder(left.signal), Recorder(right.signal)]
        left.value = 5
        right.value = 6
        #expect(recorders.map(\.values) == [[1, 5, 6], [1, 5, 6]])
    }

    @Test func `a disposed two-way binding leaves both properties alone`() {
        let binding = left.bindBothWays(with: right)
        binding.dispose()
        left.value = 7
        right.value = 8
        #expect([left.value, right.value] == [7, 8])
    }

    @Test func `a two-way binding holds neither property, and ends with either`() {
        var other: MutableProperty<Int>? = MutableProperty(0)
        weak let held = other
        other.map { _ = left.bindBothWays(with: $0) }
        other = nil
        #expect(held == nil)
        left.value = 9
        #expect(left.value == 9)
    }

    @Test func `a two-way binding transforms values on their way`() {
        let text = MutableProperty("")
        left.bindBothWays(with: text, forth: { String($0) }, back: { Int($0) ?? 0 })
        #expect(text.value == "1")
        text.value = "42"
        #expect(left.value == 42)
        left.value = 7
        #expect(text.value == "7")
    }

    @Test func `details that a transform loses stay in the property that was set`() {
        let text = MutableProperty("")
        left.bindBothWays(with: text, forth: { String($0) }, back: { Int($0) ?? 0 })
        text.value = "not a number"
        #expect(left.value == 0)
        #expect(text.value == "not a number")
    }

    @Test func `a two-way binding comes to rest even if its transforms never agree`() {
        let isFree = comesToAnEnd { [left, right] in
            left.bindBothWays(with: right, forth: { $0 + 1 }, back: { $0 + 1 })
            left.value = 10
            right.value = 20
        }
        #expect(isFree)
        #expect([left.value, right.value] == [21, 20])
    }

    @Test func `a property may be set while the other one's value is delivered`() {
        left.bindBothWays(with: right)
        right.signal.onNext { [right] value in
            if value == 5 { right.value = 6 }
        }
        left.value = 5
        #expect([left.value, right.value] == [6, 6])
    }

    @Test func `two bound properties come to rest at the same value, however many threads set both`() {
        let isFree = comesToAnEnd {
            for _ in 0..<200 {
                let left = MutableProperty(0)
                let right = MutableProperty(0)
                left.bindBothWays(with: right)
                DispatchQueue.concurrentPerform(iterations: 4) { thread in
                    for number in 1...20 {
                        (thread.isMultiple(of: 2) ? left : right).value = thread * 100 + number
                    }
                }
                #expect(left.value == right.value)
                #expect((0..<4).contains { left.value == $0 * 100 + 20 })
            }
        }
        #expect(isFree)
    }

    @Test func `three properties bound in a row follow each other`() {
        let far = MutableProperty(3)
        left.bindBothWays(with: right)
        right.bindBothWays(with: far)
        far.value = 8
        #expect([left.value, right.value, far.value] == [8, 8, 8])
        left.value = 9
        #expect([left.value, right.value, far.value] == [9, 9, 9])
    }
}

@Suite struct BindToObjectTests {
    private final class Label: Sendable {
        private let shown = Locked<[String]>([])
        private let scope = ScopedDisposable()

        var texts: [String] { shown.withLock { $0 } }

        func show(_ text: String) { shown.withLock { $0.append(text) } }

        func own(_ binding: any Disposable) { scope.add(binding) }
    }

    private let source = Subject<String, Never>()

    @Test func `a bound object gets every value until the binding is disposed of`() {
        let label = Label()
        let binding = source.signal.bind(to: label) { $0.show($1) }
        source.send("one")
        binding.dispose()
        source.send("two")
        #expect(label.texts == ["one"])
    }

    @Test func `a binding doesn't hold its object, and ends with the first value after it is gone`() {
        let cleaned = Counter()
        let work = Signal<String, Never> { [source] observer in
            CompositeDisposable([
                source.signal.subscribe { observer.send($0) }, ActionDisposable { cleaned.increment() }
            ])
        }
        weak var held: Label?
        do {
            let label = Label()
            held = label
            work.bind(to: label) { $0.show($1) }
        }
        #expect(held == nil)
        source.send("too late")
        #expect(cleaned.count == 1)
    }

    @Test func `an object that owns its binding ends it when deallocated`() {
        let cleaned = Counter()
        let work = Signal<String, Never> { _ in ActionDisposable { cleaned.increment() } }
        do {
            let label = Label()
            label.own(work.bind(to: label) { $0.show($1) })
        }
        #expect(cleaned.count == 1)
    }
}
