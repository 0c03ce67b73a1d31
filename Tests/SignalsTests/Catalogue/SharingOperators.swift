import Signals

extension Operator {
    static let sharing: [Operator] = [
        Operator("share") { source, _ in source.share() },
        Operator("share(replaying:)") { source, _ in source.share(replaying: 2) }
    ]
}
