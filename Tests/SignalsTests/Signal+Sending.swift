import Signals

extension Signal {
    /// A cold signal that sends these events at once on subscription, then nothing more.
    static func sending(_ events: [Event<Value, Failure>]) -> Signal {
        Signal { observer in
            for event in events { observer.send(event) }
            return nil
        }
    }

    static func sending(_ events: Event<Value, Failure>...) -> Signal { sending(events) }

    /// The events that a subscriber gets at once.
    var told: [Event<Value, Failure>] { Recorder(self).events }

    var toldValues: [Value] { Recorder(self).values }
}
