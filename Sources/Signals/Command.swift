/// Something that can be done, as the interface sees it: whether it may be done now, whether it is under way, and what
/// comes of it.
///
/// The closure makes the work's signal. One execution at a time unless concurrency is allowed; the command is disabled
/// meanwhile. Work that has begun goes on when nobody listens to it, and also when the command goes out of life.
public final class Command<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// Whether work is under way.
    public let isExecuting: Property<Bool>
    /// Whether `execute` would begin.
    public let isEnabled: Property<Bool>
    /// What comes of every execution.
    public let values: Signal<Output, Never>
    /// Why executions failed. That one was refused is told to whoever asked for it, not here.
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
        isEnabled = isAllowed.combined(with: isExecuting)
            .map { isAllowed, isExecuting in isAllowed && (allowsConcurrency || !isExecuting) }
            .distinct()
        values = outlet.values.signal
        errors = outlet.errors.signal
        self.isAllowed = isAllowed
        self.allowsConcurrency = allowsConcurrency
        self.work = work
    }

    /// Begins the work at once, and returns what comes of it to whoever subscribes, whenever that is.
    ///
    /// A command that is disabled does nothing; the signal then fails and says why.
    @discardableResult
    public func execute(_ input: Input) -> Signal<Output, CommandFailure<Failure>> {
        guard isAllowed.value else { return .fail(.disabled) }
        guard outlet.begin(allowsConcurrency: allowsConcurrency) else { return .fail(.executing) }
        let results = ReplaySubject<Output, CommandFailure<Failure>>()
        work(input).subscribe { [outlet] event in outlet.pass(event, to: results) }
        return results.signal
    }
}

extension Command where Input == Void {
    @discardableResult
    public func execute() -> Signal<Output, CommandFailure<Failure>> { execute(()) }
}

/// Why an execution of a command came to nothing.
public enum CommandFailure<Failure: Error>: Error {
    /// What the command depends on does not allow it now.
    case disabled
    /// It is under way already, and not meant to be so twice.
    case executing
    /// The work itself failed.
    case failed(Failure)
}

extension CommandFailure: Equatable where Failure: Equatable {}

extension CommandFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .disabled: "not possible now"
        case .executing: "already running"
        case .failed(let failure): "\(failure)"
        }
    }
}

extension Command {
    /// What executions tell the command, which need not live as long as they do.
    private final class Outlet: Sendable {
        let underWay = Recollection<Int, Int, Never>(0) { count in { [count] receive in receive(.next(count)) } }
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

        // The end is told last, so that whoever hears of it may execute the command again.
        func pass(_ event: Event<Output, Failure>, to results: ReplaySubject<Output, CommandFailure<Failure>>) {
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
