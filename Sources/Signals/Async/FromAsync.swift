extension Signal {
    /// Sends the elements of an asynchronous sequence, then its end. It requests an element only after the previous one
    /// was delivered.
    ///
    ///     sequence    --1--2--3--|
    ///     from(async) --1--2--3--|
    ///
    /// Disposing of a subscription cancels the task that reads the sequence.
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

    /// Sends the result of asynchronous work, then completes. Disposing of a subscription cancels the work's task.
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
