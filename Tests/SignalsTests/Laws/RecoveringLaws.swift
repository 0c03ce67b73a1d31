import Signals
import Testing

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
