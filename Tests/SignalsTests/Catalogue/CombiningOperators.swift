import Signals

extension Operator {
    static let combining: [Operator] = [
        Operator("combineLatest") { source, _ in source.combineLatest(with: source).map { $0 + $1 } },
        Operator("combineLatest of three") { source, _ in source.combineLatest(with: source, .just(1)).map { $0.1 } },
        Operator("combineLatest of four") { source, _ in
            source.combineLatest(with: .just(1), source, source).map { $0.3 }
        },
        Operator("combineLatest of many") { source, _ in .combineLatest([source, .just(1), source]).map { $0[2] } },
        Operator("zip") { source, _ in source.zip(with: source).map { $0 + $1 } },
        Operator("zip of three") { source, _ in source.zip(with: .from(0...100), source).map { $0.2 } },
        Operator("zip of many") { source, _ in .zip([source, .from(0...100), source]).map { $0[2] } },
        Operator("merge") { source, _ in source.merge(with: .just(1)) },
        Operator("merge of many") { source, _ in .merge([.just(1), source, source]) },
        Operator("concat") { source, _ in source.take(1).concat(with: source) },
        Operator("concat of many") { source, _ in .concat([.just(1), source]) },
        Operator("then") { source, _ in source.take(1).then(source) },
        Operator("withLatest") { source, _ in source.withLatest(from: .just(1)).map { $0.0 } },
        Operator("sample") { source, _ in source.sample(on: source) },
        Operator("take(untilReplacedBy:)", passesCompletionOn: false) { source, _ in
            source.take(untilReplacedBy: .never)
        },
        Operator("take(untilReplacedBy: source)") { source, _ in Signal.just(1).take(untilReplacedBy: source) },
        Operator("flatMap(.merge)") { source, _ in source.flatMap(.merge) { .just($0) } },
        Operator("flatMap(.merge(atMost:))") { source, _ in source.flatMap(.merge(atMost: 2)) { .just($0) } },
        Operator("flatMap(.concat)") { source, _ in source.flatMap(.concat) { .just($0) } },
        Operator("flatMap(.latest)") { source, _ in source.flatMap(.latest) { .just($0) } },
        Operator("flatMap(.first)") { source, _ in source.flatMap(.first) { .just($0) } },
        Operator("flatMap(.merge) of the source") { source, _ in source.flatMap(.merge) { _ in source } },
        Operator("flatMap(.latest) of the source") { source, _ in source.flatMap(.latest) { source.startWith($0) } }
    ]
}
