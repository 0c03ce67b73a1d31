import Signals
import System
import Testing

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
