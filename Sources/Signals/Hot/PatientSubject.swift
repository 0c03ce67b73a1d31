/// A hot source that keeps what is sent before somebody listens, for the first who does.
final class PatientSubject<Value: Sendable, Failure: Error>: Sendable {
    let signal: Signal<Value, Failure>

    /// The events that nobody heard of; nil since somebody listens.
    private let recollection: Recollection<[Event<Value, Failure>]?, Value, Failure>

    init() {
        let recollection = Recollection<[Event<Value, Failure>]?, Value, Failure>([]) { unheard in
            defer { unheard = nil }
            return { [events = unheard ?? []] receive in for event in events { receive(event) } }
        }
        self.recollection = recollection
        signal = recollection.signal
    }

    deinit { send(.completed) }

    func send(_ event: Event<Value, Failure>) {
        recollection.send { unheard in
            // The end is told to whoever comes.
            if !event.isEnd { unheard?.append(event) }
            return (event, ())
        }
    }
}
