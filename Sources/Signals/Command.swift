/// An action, as the interface uses it, with its state and results.
///
/// The closure makes the work's signal. Only one execution runs at a time unless concurrency is allowed. Started work
/// continues even without subscribers, and even after the command is deallocated.
public final class Command<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// Whether work is running.
    public let isExecuting: Property<Bool>
    /// Whether `execute` would start work.
    public let isEnabled: Property<Bool>
    /// The results of all executions.
    public let values: Signal<Output, Never>
    /// The failures of executions. A refused execution is reported only to its caller.
    public let errors: Signal<Failure, Never>

    private let isAllowed: Property<Bool>
    private let allowsConcurrency: Bool
    private let work: @Sendable (Input) -> Signal<Output, Failure>
    private let outlet = Outlet()

    public init(
        enabledIf isAllowed: Property<Bool> = Property(constant: true), allowsConcurrency: Bool = false,
        _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>
    ) {
        let executing = outlet.underWay
        isExecuting = Property(signal: executing.signal.map { $0 > 0 }.distinctUntilChanged()) { executing.current > 0 }
        let isFree = { @Sendable (isAllowed: Bool, count: Int) in isAllowed && (allowsConcurrency || count == 0) }
        isEnabled = Property(
            signal: isAllowed.signal.combineLatest(with: executing.signal).map(isFree).distinctUntilChanged()
        ) { isFree(isAllowed.value, executing.current) }
        values = outlet.values.signal
        errors = outlet.errors.signal
        self.isAllowed = isAllowed
        self.allowsConcurrency = allowsConcurrency
        self.work = work
    }

    /// Starts the work at once. The returned signal sends all of its results to every subscriber, however late.
    ///
    /// If the command isn't enabled, this does nothing: the signal fails with the reason.
    @discardableResult
    public func execute(_ input: Input) -> Signal<Output, CommandError<Failure>> {
        guard isAllowed.value else { return .fail(.disabled) }
        guard outlet.begin(allowsConcurrency: allowsConcurrency) else { return .fail(.executing) }
        let results = ReplaySubject<Output, CommandError<Failure>>()
        work(input).subscribe { [outlet] event in outlet.pass(event, to: results) }
        return results.signal
    }
}

extension Command where Input == Void {
    @discardableResult
    public func execute() -> Signal<Output, CommandError<Failure>> { execute(()) }
}

/// The reason why an execution failed.
public enum CommandError<Failure: Error>: Error {
    /// The property that the command depends on is false.
    case disabled
    /// The command is already executing and allows no concurrency.
    case executing
    /// The work failed.
    case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}

extension CommandError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .disabled: "not possible now"
        case .executing: "already running"
        case .failed(let failure): "\(failure)"
        }
    }
}

extension Command {
    /// What executions report to the command. They may outlive it.
    private final class Outlet: Sendable {
        let underWay = ReplayingBroadcast<Int, Int, Never>(0) { count in { [count] receive in receive(.next(count)) } }
        let values = Subject<Output, Never>()
        let errors = Subject<Failure, Never>()

        deinit { underWay.send { _ in (.completed, ()) } }

        func begin(allowsConcurrency: Bool) -> Bool {
            underWay.send { count in
                guard allowsConcurrency || count == 0 else { return (nil, ()) }
                count += 1
                return (.next(count), ())
            }
        }

        // The end is passed on last, so that its subscriber may execute the command again.
        func pass(_ event: Event<Output, Failure>, to results: ReplaySubject<Output, CommandError<Failure>>) {
            switch event {
            case .next(let value):
                values.send(value)
                results.send(value)
            case .completed:
                end()
                results.send(.completed)
            case .failed(let failure):
                end()
                errors.send(failure)
                results.send(.failed(.failed(failure)))
            }
        }

        private func end() {
            underWay.send { count in
                count -= 1
                return (.next(count), ())
            }
        }
    }
}
