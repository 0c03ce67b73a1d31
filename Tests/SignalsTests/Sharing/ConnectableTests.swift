import Signals
import Testing

@Suite struct ConnectableTests {
    private let source = Subject<Int, Trouble>()
    private let started = Counter()
    private let cleaned = Counter()

    private var connectable: Connectable<Int, Trouble> { work.multicast(over: Subject()) }

    private var work: Signal<Int, Trouble> {
        Signal { [source, started, cleaned] observer in
            started.increment()
            return CompositeDisposable([
                source.signal.subscribe { observer.send($0) }, ActionDisposable { cleaned.increment() }
            ])
        }
    }

    @Test func `subscribing starts nothing, and connecting starts the work once for all`() {
        let connectable = connectable
        let recorders = [Recorder(connectable.signal), Recorder(connectable.signal)]
        #expect(started.count == 0)
        connectable.connect()
        connectable.connect()
        source.send(1)
        #expect(started.count == 1)
        #expect(recorders.map(\.values) == [[1], [1]])
    }

    @Test func `disconnecting ends the work, and its subscribers hear of the next connection`() {
        let connectable = connectable
        let recorder = Recorder(connectable.signal)
        connectable.connect().dispose()
        #expect(cleaned.count == 1)
        source.send(1)
        connectable.connect()
        source.send(2)
        #expect(recorder.events == [.next(2)])
    }

    @Test(arguments: EndTests.ends) func `after its end it starts no more`(end: Event<Int, Trouble>) {
        let connectable = connectable
        connectable.connect()
        source.send(end)
        connectable.connect()
        #expect(Recorder(connectable.signal).events == [end])
        #expect(started.count == 1)
    }

    @Test func `over a replay subject who comes late is told what was`() {
        let connectable = work.multicast(over: ReplaySubject(capacity: 1))
        connectable.connect()
        for number in 1...2 { source.send(number) }
        #expect(Recorder(connectable.signal).values == [2])
    }

    @Test func `it connects by itself when so many have subscribed`() {
        let signal = connectable.autoConnect(after: 2)
        let first = Recorder(signal)
        #expect(started.count == 0)
        let second = Recorder(signal)
        source.send(1)
        _ = Recorder(signal)
        #expect(started.count == 1)
        #expect([first, second].map(\.values) == [[1], [1]])
    }

    @Test func `what connected by itself stays connected while somebody holds the signal or is subscribed`() {
        var signal: Signal<Int, Trouble>? = connectable.autoConnect()
        let recorders = signal.map { [Recorder($0), Recorder($0)] } ?? []
        recorders[0].dispose()
        signal = nil
        source.send(1)
        #expect(recorders[1].values == [1])
        #expect(cleaned.count == 0)
        recorders[1].dispose()
        #expect(cleaned.count == 1)
    }
}
