import Signals

extension Operator {
    static let sharing: [Operator] = [

        ]
}
