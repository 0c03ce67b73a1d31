import Signals

extension Operator {
    static let recovering: [Operator] = [

        ]
}
