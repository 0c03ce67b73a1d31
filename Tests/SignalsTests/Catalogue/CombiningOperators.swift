import Signals

extension Operator {
    static let combining: [Operator] = [
        Operator("combineLatest") { source, _ in source.combineLatest(with: source).map { $0 + $1 } }
    ]
}
