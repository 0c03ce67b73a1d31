import Dispatch
import Signals
import Testing

@Suite struct DisposableTests {
    private let disposed = Counter()

    private var part: ActionDisposable { ActionDisposable { [disposed] in disposed.increment() } }

    @Test func `an action runs once, from however many threads it is disposed of`() {
        let action = part
        DispatchQueue.concurrentPerform(iterations: 8) { _ in action.dispose() }
        #expect(disposed.count == 1)
    }

    @Test func `an action does not run before it is disposed of, nor when it never is`() {
        do { _ = part }
        #expect(disposed.count == 0)
    }

    @Test func `an action may dispose of itself`() {
        let composite = CompositeDisposable()
        composite.add(
            ActionDisposable { [disposed] in
                disposed.increment()
                composite.dispose()
            })
        composite.dispose()
        #expect(disposed.count == 1)
    }

    @Test func `a composite disposes of all its parts once`() {
        let composite = CompositeDisposable([part, part])
        composite.add(part)
        composite.dispose()
        composite.dispose()
        #expect(disposed.count == 3)
    }

    @Test func `what a disposed composite gets is disposed of at once`() {
        let composite = CompositeDisposable()
        composite.dispose()
        composite.add(part)
        #expect(disposed.count == 1)
    }

    @Test func `no part is forgotten that comes while another thread disposes`() {
        for _ in 0..<200 {
            let composite = CompositeDisposable()
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                if thread == 0 { composite.dispose() } else { composite.add(part) }
            }
        }
        #expect(disposed.count == 200 * 3)
    }

    @Test func `a scope disposes of its parts when it goes out of life`() {
        do {
            let scope = ScopedDisposable()
            scope.add(part)
            #expect(disposed.count == 0)
        }
        #expect(disposed.count == 1)
    }

    @Test func `a scope disposed of early disposes of its parts once`() {
        do {
            let scope = ScopedDisposable()
            scope.add(part)
            scope.dispose()
        }
        #expect(disposed.count == 1)
    }
}
