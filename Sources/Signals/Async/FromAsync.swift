extension Signal {
    /// The elements of an asynchronous sequence as they come, and its end; the next is asked for only when the delivery
    /// of the last has returned.
    ///
    ///     sequence    --1--2--3--|
    ///     from(async) --1--2--3--|
    ///
    /// Disposing of a subscription cancels the task that asks.
    public static func from<Elements: AsyncSequence & Sendable>(async elements: Elements) -> Signal
    where Elements.Element == Value, Elements.Failure == Failure {
        Signal { observer in
            let task = Task {
                do throws(Failure) {
                    for try await element in elements { observer.send(element) }
                    observer.send(.completed)
                } catch {
                    observer.send(.failed(error))
                }
            }
            return ActionDisposable { task.cancel() }
        }
    }

    /// The one answer of asynchronous work, and the end; disposing of a subscription cancels the task of the work.
    ///
    ///     work        --(1)
    ///     from(async) --1|
    public static func from(async work: @escaping @Sendable () async throws(Failure) -> Value) -> Signal {
        Signal { observer in
            let task = Task {
                do throws(Failure) {
                    observer.send(try await work())
                    observer.send(.completed)
                } catch {
                    observer.send(.failed(error))
                }
            }
            return ActionDisposable { task.cancel() }
        }
    }
}
