import Signals
import Testing

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
