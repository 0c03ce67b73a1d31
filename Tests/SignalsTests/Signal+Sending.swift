import Signals

extension Signal {
    /// A cold signal that sends these events as soon as someone subscribes, and then nothing more.
    static func sending(_ events: [Event<Value, Failure>]) -> Signal {
        Signal { observer in
            for event in events { observer.send(event) }
            return nil
        }
    }

    static func sending(_ events: Event<Value, Failure>...) -> Signal { sending(events) }

    /// What this tells a subscriber at once.
    var told: [Event<Value, Failure>] { Recorder(self).events }

    var toldValues: [Value] { Recorder(self).values }
}
