import Signals

extension Operator {
    static let sharing: [Operator] = [
        Operator("share") { source, _ in source.share() },
        Operator("replay") { source, _ in source.replay(2) },
        Operator("multicast") { source, _ in
            Signal { observer in
                let connectable = source.multicast(over: Subject())
                return CompositeDisposable([
                    connectable.signal.subscribe { observer.send($0) }, connectable.connect()
                ])
            }
        },
        Operator("autoConnect") { source, _ in
            source.multicast(over: ReplaySubject(capacity: 2)).autoConnect()
        }
    ]
}
