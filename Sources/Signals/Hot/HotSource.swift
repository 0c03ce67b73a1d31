/// What events are sent to, and what tells them to everyone who is subscribed.
public protocol HotSource<Value, Failure>: AnyObject, Sendable {
    associatedtype Value: Sendable
    associatedtype Failure: Error

    var signal: Signal<Value, Failure> { get }

    /// Sends an event; after an end it goes nowhere.
    func send(_ event: Event<Value, Failure>)
}

extension Subject: HotSource {}
extension ReplaySubject: HotSource {}
