import Signals
import TestSupport
import Testing

/// An operator as `OperatorTests` asks it for what holds for every one of them.
///
/// Each is put together so that it lets at least one of a few values through, passes the failure on and comes to its end
/// when its source does, or says that it does not.
struct Operator: CustomTestStringConvertible, Sendable {
    let name: String
    /// Whether a failure of the source reaches the subscriber: not where it is the operator's purpose to hide it.
    var passesFailuresOn = true
    /// Whether the completion of the source reaches the subscriber.
    var passesCompletionOn = true
    let apply: @Sendable (Signal<Int, Trouble>, VirtualScheduler) -> Signal<Int, Trouble>

    init(
        _ name: String, passesFailuresOn: Bool = true, passesCompletionOn: Bool = true,
        _ apply: @escaping @Sendable (Signal<Int, Trouble>, VirtualScheduler) -> Signal<Int, Trouble>
    ) {
        self.name = name
        self.passesFailuresOn = passesFailuresOn
        self.passesCompletionOn = passesCompletionOn
        self.apply = apply
    }

    var testDescription: String { name }

    /// Every operator there is; a new one takes its place in one of these lists.
    static let all = transforming + limiting + combining + recovering + timing + sharing
}
