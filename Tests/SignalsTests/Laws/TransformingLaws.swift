import Signals
import Testing

/// What holds for the operators that transform, whatever a signal sends.
@Suite struct TransformingLaws {
    private static let double = { @Sendable (number: Int) in number * 2 }
    private static let increment = { @Sendable (number: Int) in number + 1 }
    private static let isEven = { @Sendable (number: Int) in number.isMultiple(of: 2) }
    private static let isPositive = { @Sendable (number: Int) in number > 0 }

    @Test func `mapping with identity changes nothing`() {
        Course.expectOfEach { $0.signal.map { $0 }.told == $0.events }
    }

    @Test func `two maps equal one map of both`() {
        Course.expectOfEach { course in
            let both = course.signal.map { Self.increment(Self.double($0)) }
            return course.signal.map(Self.double).map(Self.increment).told == both.told
        }
    }

    @Test func `two filters equal one filter of both, in either order`() {
        Course.expectOfEach { course in
            let both = course.signal.filter { Self.isEven($0) && Self.isPositive($0) }
            return course.signal.filter(Self.isEven).filter(Self.isPositive).told == both.told
                && course.signal.filter(Self.isPositive).filter(Self.isEven).told == both.told
        }
    }

    @Test func `compactMap equals a filter and a map`() {
        Course.expectOfEach { course in
            let compact = course.signal.compactMap { Self.isEven($0) ? Self.double($0) : nil }
            return compact.told == course.signal.filter(Self.isEven).map(Self.double).told
        }
    }

    @Test func `scan sends the result of reducing each prefix of a sequence`() {
        Course.expectOfEach { course in
            let sums = course.values.indices.map { course.values[...$0].reduce(10, +) }
            return course.signal.scan(10, +).toldValues == sums
        }
    }

    @Test func `reduce sends the last result of scan, or the initial one`() {
        Course.expectOfEach { course in
            let last = course.signal.scan(10, +).startWith(10).take(last: 1)
            return course.signal.reduce(10, +).told == last.told
        }
    }

    @Test func `collect sends the values of a completed signal at once, and otherwise only the end`() {
        Course.expectOfEach { course in
            let collected = course.signal.collect()
            return collected.toldValues == (course.isCompleted ? [course.values] : [])
                && collected.then(Signal<Int, Trouble>.empty).told == course.signal.then(.empty).told
        }
    }

    @Test func `the arrays of a completed buffer contain all values`() {
        Course.expectOfEach { course in
            let together = course.signal.buffer(course.count + 1).toldValues.flatMap { $0 }
            return course.isCompleted ? together == course.values : course.values.starts(with: together)
        }
    }

    @Test func `a completed buffer that begins an array with every value begins each once`() {
        Course.expectOfEach { course in
            let firsts = course.signal.buffer(course.count + 1, skip: 1).toldValues.map { $0[0] }
            return course.isCompleted ? firsts == course.values : course.values.starts(with: firsts)
        }
    }

    @Test func `dematerialize undoes materialize`() {
        Course.expectOfEach { $0.signal.materialize().dematerialize().told == $0.events }
    }

    @Test func `materialize undoes dematerialize if there is an end among the values`() {
        Course.expectOfEach { course in
            let values = Signal<Event<Int, Trouble>, Never>.from(course.events)
            return course.end == nil || values.dematerialize().materialize().told == values.told
        }
    }

    @Test func `mapReplace equals a map to a constant, and tryMap without a throw a map`() {
        Course.expectOfEach { course in
            course.signal.mapReplace(7).told == course.signal.map { _ in 7 }.told
                && course.signal.tryMap(Self.double).told == course.signal.map(Self.double).told
        }
    }

    @Test func `ignoreValues equals a filter that nothing passes`() {
        Course.expectOfEach { course in
            course.signal.ignoreValues(as: Int.self).told == course.signal.filter { _ in false }.told
        }
    }

    @Test func `combinePrevious sends the source and the source one value late`() {
        Course.expectOfEach { course in
            let pairs = course.signal.combinePrevious(9)
            return pairs.map { $0.1 }.told == course.events
                && pairs.map { $0.0 }.toldValues == ([9] + course.values).dropLast()
        }
    }

    @Test func `the groups of a signal contain all values, each in its group`() {
        Course.expectOfEach { course in
            let groups = course.signal.group(by: Self.isEven).toldValues
            return groups.allSatisfy { group in
                group.signal.toldValues == course.values.filter { Self.isEven($0) == group.key }
            } && Set(groups.map(\.key)) == Set(course.values.map(Self.isEven))
        }
    }

    @Test func `any tells whether some value passes the test, all whether every one does`() {
        Course.expectOfEach { course in
            let any = course.signal.any(where: Self.isPositive)
            let all = course.signal.all { !Self.isPositive($0) }
            let contains = course.values.contains(where: Self.isPositive)
            let isKnown = contains || course.isCompleted
            return any.toldValues == (isKnown ? [contains] : []) && all.told == any.map { !$0 }.told
        }
    }
}
