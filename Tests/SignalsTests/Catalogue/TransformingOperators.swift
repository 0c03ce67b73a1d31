import Signals

extension Operator {
    static let transforming: [Operator] = [
        Operator("map") { source, _ in source.map { $0 + 1 } },
        Operator("mapReplace") { source, _ in source.mapReplace(1) },
        Operator("tryMap") { source, _ in source.tryMap { $0 + 1 } },
        Operator("ignore") { source, _ in source.ignore(0) },
        Operator("ignoreValues") { source, _ in source.ignoreValues(as: Int.self).startWith(0) },
        Operator("materialize and dematerialize") { source, _ in source.materialize().dematerialize() },
        Operator("combinePrevious") { source, _ in source.combinePrevious(0).map { $0.1 } },
        Operator("group") { source, _ in source.group { $0.isMultiple(of: 2) }.flatMap(.merge) { $0.signal } },
        Operator("filter") { source, _ in source.filter { $0 > 0 } },
        Operator("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
        Operator("compactMap") { source, _ in source.compactMap { $0 > 1 ? $0 : nil } },
        Operator("scan") { source, _ in source.scan(0, +) },
        Operator("reduce") { source, _ in source.reduce(0, +).startWith(0) },
        Operator("collect") { source, _ in source.collect().map(\.count).startWith(0) },
        Operator("collect(count)") { source, _ in source.collect(2).map(\.count) },
        Operator("buffer") { source, _ in source.buffer(3, skip: 1).map(\.count) },
        Operator("startWith") { source, _ in source.startWith(0) },
        Operator("on") { source, _ in source.on(next: { _ in }, disposed: {}) },
        Operator("any") { source, _ in source.any { $0 > 100 }.map { $0 ? 1 : 0 }.startWith(0) },
        Operator("all") { source, _ in source.all { $0 < 100 }.map { $0 ? 1 : 0 }.startWith(0) },
        Operator("log") { source, _ in source.log("numbers", to: { _ in }) }
    ]
}
