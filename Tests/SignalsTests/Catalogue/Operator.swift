import Signals
import TestSupport
import Testing

/// An operator, built for the tests of `OperatorTests`, which hold for every one.
///
/// Each lets at least one of a few values through, passes the failure on and completes with its source, unless it says
/// otherwise.
struct Operator: CustomTestStringConvertible, Sendable {
    let name: String
    /// Whether a failure of the source reaches the subscriber. False if the operator's purpose is to hide it.
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

    /// Every operator. Add a new one to one of these lists.
    static let all = transforming + limiting + combining + recovering + timing + sharing
}
