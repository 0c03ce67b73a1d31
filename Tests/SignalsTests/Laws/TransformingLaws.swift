import Signals
import Testing

/// What holds for the operators that transform, whatever a signal tells.
@Suite struct TransformingLaws {
    private static let double = { @Sendable (number: Int) in number * 2 }
    private static let increment = { @Sendable (number: Int) in number + 1 }
    private static let isEven = { @Sendable (number: Int) in number.isMultiple(of: 2) }
    private static let isPositive = { @Sendable (number: Int) in number > 0 }

    @Test func `map by identity changes nothing`() {
        Course.expectOfEach { $0.signal.map { $0 }.told == $0.events }
    }

    @Test func `two maps are the map of both`() {
        Course.expectOfEach { course in
            let both = course.signal.map { Self.increment(Self.double($0)) }
            return course.signal.map(Self.double).map(Self.increment).told == both.told
        }
    }

    @Test func `two filters are the filter by both, in either order`() {
        Course.expectOfEach { course in
            let both = course.signal.filter { Self.isEven($0) && Self.isPositive($0) }
            return course.signal.filter(Self.isEven).filter(Self.isPositive).told == both.told
                && course.signal.filter(Self.isPositive).filter(Self.isEven).told == both.told
        }
    }

    @Test func `compactMap is a map after a filter`() {
        Course.expectOfEach { course in
            let compact = course.signal.compactMap { Self.isEven($0) ? Self.double($0) : nil }
            return compact.told == course.signal.filter(Self.isEven).map(Self.double).told
        }
    }

    @Test func `scan tells what a sequence's reduce makes of each beginning`() {
        Course.expectOfEach { course in
            let sums = course.values.indices.map { course.values[...$0].reduce(10, +) }
            return course.signal.scan(10, +).toldValues == sums
        }
    }

    @Test func `reduce tells the last of the initial result and scan`() {
        Course.expectOfEach { course in
            let last = course.signal.scan(10, +).startWith(10).take(last: 1)
            return course.signal.reduce(10, +).told == last.told
        }
    }

    @Test func `collect tells the values of a completed signal at once, and of any other the end alone`() {
        Course.expectOfEach { course in
            let collected = course.signal.collect()
            return collected.toldValues == (course.isCompleted ? [course.values] : [])
                && collected.then(Signal<Int, Trouble>.empty).told == course.signal.then(.empty).told
        }
    }

    @Test func `the arrays of a completed buffer together are its values`() {
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

    @Test func `any tells whether one of the values will do, all whether there is none that won't`() {
        Course.expectOfEach { course in
            let any = course.signal.any(where: Self.isPositive)
            let all = course.signal.all { !Self.isPositive($0) }
            let contains = course.values.contains(where: Self.isPositive)
            let isKnown = contains || course.isCompleted
            return any.toldValues == (isKnown ? [contains] : []) && all.told == any.map { !$0 }.told
        }
    }
}
