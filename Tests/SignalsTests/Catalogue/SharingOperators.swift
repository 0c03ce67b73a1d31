import Signals

extension Operator {
    static let sharing: [Operator] = [
        Operator("share") { source, _ in source.share() }
    ]
}
