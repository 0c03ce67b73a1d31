import Signals
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
