import Signals
import TestSupport
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

/// What holds for the operators that let some values through, whatever a signal sends.
@Suite struct LimitingLaws {
    private static let isSmall = { @Sendable (number: Int) in number < 2 }

    @Test func `values passed by take and those passed by skip are all values`() {
        Course.expectOfEach { course in
            course.signal.take(course.count).toldValues + course.signal.skip(course.count).toldValues == course.values
        }
    }

    @Test func `values passed by take and by skip with the same test are all values`() {
        Course.expectOfEach { course in
            let taken = course.signal.take(while: Self.isSmall).toldValues
            return taken + course.signal.skip(while: Self.isSmall).toldValues == course.values
                && taken.elementsEqual(course.values.prefix(while: Self.isSmall))
        }
    }

    @Test func `values passed by take and by skip until another signal sends are all values`() {
        Course.expectOfEach { course in
            let source = Subject<Int, Trouble>()
            let other = Subject<Int, Never>()
            let before = Recorder(source.signal.take(until: other.signal))
            let after = Recorder(source.signal.skip(until: other.signal))
            for (place, event) in course.events.enumerated() {
                if place == course.count { other.send(0) }
                source.send(event)
            }
            return before.values + after.values == course.values
                && before.values.elementsEqual(course.values.prefix(course.count))
        }
    }

    @Test func `skip and take(last:) pass the end on`() {
        Course.expectOfEach { course in
            course.signal.skip(course.count).end == course.end
                && course.signal.skip(while: Self.isSmall).end == course.end
                && course.signal.take(last: course.count).end == course.end
        }
    }

    @Test func `take completes with its last value, and passes an earlier end on`() {
        Course.expectOfEach { course in
            let hasAll = course.values.count >= course.count
            let hasOther = !course.values.allSatisfy(Self.isSmall)
            return course.signal.take(course.count).end == (hasAll ? .completed : course.end)
                && course.signal.take(while: Self.isSmall).end == (hasOther ? .completed : course.end)
        }
    }

    @Test func `take(last:) sends the suffix of a sequence`() {
        Course.expectOfEach { course in
            let suffix = course.isCompleted ? course.values.suffix(course.count) : []
            return course.signal.take(last: course.count).toldValues.elementsEqual(suffix)
        }
    }

    @Test func `two takes equal the smaller one, and two skips their sum`() {
        Course.expectOfEach { course in
            course.signal.take(course.count).take(2).told == course.signal.take(min(course.count, 2)).told
                && course.signal.skip(course.count).skip(2).told == course.signal.skip(course.count + 2).told
        }
    }
}

extension Signal {
    fileprivate var end: Event<Value, Failure>? { told.last { $0.isEnd } }
}

/// What holds for the operators that start a signal again, whatever it sends.
@Suite struct RecoveringLaws {
    private static let recover = { @Sendable (trouble: Trouble) in
        trouble == .line ? Signal<Int, Trouble>.sending(.next(7), .failed(.power)) : .just(8)
    }

    private static let recoverAgain = { @Sendable (trouble: Trouble) in
        trouble == .line ? Signal<Int, Trouble>.just(9) : .fail(.line)
    }

    @Test func `catching a failure and failing with it changes nothing`() {
        Course.expectOfEach { $0.signal.catch { Signal<Int, Trouble>.fail($0) }.told == $0.events }
    }

    @Test func `catching a signal that only fails gives the recovering signal`() {
        Course.expectOfEach { course in
            guard case .failed(let trouble) = course.end else { return true }
            return Signal.fail(trouble).catch(Self.recover).told == Self.recover(trouble).told
        }
    }

    @Test func `catch is associative`() {
        Course.expectOfEach { course in
            let first = course.signal.catch(Self.recover).catch(Self.recoverAgain)
            return first.told == course.signal.catch { Self.recover($0).catch(Self.recoverAgain) }.told
        }
    }

    @Test func `retry sends a failing signal several times, and any other once`() {
        Course.expectOfEach { course in
            course.signal.retry(course.count).told == course.told(times: course.isFailed ? course.count + 1 : 1)
        }
    }

    @Test func `a retry equals a catch that retries one time less`() {
        Course.expectOfEach { course in
            let caught = course.signal.catch { _ in course.signal.retry(course.count) }
            return course.signal.retry(course.count + 1).told == caught.told
        }
    }

    @Test func `repeat sends a completing signal several times, and any other once`() {
        Course.expectOfEach { course in
            let times = course.isCompleted ? course.count + 1 : 1
            return course.signal.repeat(course.count + 1).told == course.told(times: times)
        }
    }

    @Test func `a repeat of a repeat is a repeat of the product`() {
        Course.expectOfEach { course in
            course.signal.repeat(course.count).repeat(3).told == course.signal.repeat(course.count * 3).told
        }
    }
}

extension Course {
    /// The values repeated, then the end.
    fileprivate func told(times: Int) -> [Event<Int, Trouble>] {
        (0..<times).flatMap { _ in values.map(Event.next) } + events.filter(\.isEnd)
    }
}

/// Random but reproducible events: any number of values, then perhaps an end.
struct Course: CustomStringConvertible, Sendable {
    let events: [Event<Int, Trouble>]
    /// A number that may be larger or smaller than the number of values.
    let count: Int
    private let seed: UInt64

    private init(seed: UInt64) {
        var chance = SplitMix(state: seed)
        let values = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
            Event<Int, Trouble>.next(.random(in: -3...3, using: &chance))
        }
        let ends: [[Event<Int, Trouble>]] = [[.completed], [.failed(.line)], [.failed(.power)], []]
        events = values + (ends.randomElement(using: &chance) ?? [])
        count = .random(in: 0...7, using: &chance)
        self.seed = seed
    }

    /// Expects a law to hold for a few hundred courses, and names those that break it.
    static func expectOfEach(sourceLocation: SourceLocation = #_sourceLocation, _ law: (Course) -> Bool) {
        for course in (0..<300).map({ Course(seed: $0) }) {
            #expect(law(course), "\(course)", sourceLocation: sourceLocation)
        }
    }

    var description: String { "seed \(seed), count \(count), events \(events)" }

    var signal: Signal<Int, Trouble> { .sending(events) }

    var values: [Int] { signal.toldValues }

    /// The end, if any.
    var end: Event<Int, Trouble>? { events.last { $0.isEnd } }

    var isCompleted: Bool { end == .completed }

    var isFailed: Bool { end != nil && !isCompleted }
}
