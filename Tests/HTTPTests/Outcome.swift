import HTTP
import TestSupport

typealias Outcome = Result<Response, FetchFailure>

extension Client {
    /// A client with the time limits of a test.
    convenience init(
        connect: Duration = .seconds(Deadline.patience), overall: Duration = .seconds(Deadline.patience),
        stall: Duration = .seconds(Deadline.patience), size: Int? = nil, transfers: Int? = nil
    ) {
        var limits = Limits()
        limits.connect = connect
        limits.overall = overall
        limits.stall = stall
        limits.size = size ?? limits.size
        limits.redirects = 3
        self.init(userAgent: "lede-tests/1", limits: limits, transfers: transfers)
    }

    /// Fetches, and waits for the outcome.
    func outcome(of request: Request) async -> Outcome {
        await withCheckedContinuation { continuation in
            fetch(request) { continuation.resume(returning: $0) }
        }
    }

    /// Fetches as soon as another answer has come, and so on the same connection, however busy the tests are.
    func outcome(of request: Request, rightAfter first: Request) async -> Outcome {
        await withCheckedContinuation { continuation in
            fetch(first) { [self] _ in fetch(request) { continuation.resume(returning: $0) } }
        }
    }

    /// Fetches several times, each time as soon as the previous answer has come, however busy the tests are.
    func outcomes(of request: Request, times: Int) async -> [Outcome] {
        await withCheckedContinuation { continuation in
            fetch(request, times: times, after: []) { continuation.resume(returning: $0) }
        }
    }

    private func fetch(
        _ request: Request, times: Int, after outcomes: [Outcome], finish: @escaping @Sendable ([Outcome]) -> Void
    ) {
        fetch(request) { [self] in
            let outcomes = outcomes + [$0]
            if outcomes.count == times { return finish(outcomes) }
            fetch(request, times: times, after: outcomes, finish: finish)
        }
    }

    func get(_ url: String, validators: Validators = Validators()) async throws -> Response {
        try await outcome(of: Request(url, validators: validators)).get()
    }

    /// The failure of a fetch, nil after success.
    func failure(_ url: String) async -> FetchFailure? {
        await outcome(of: Request(url)).failure
    }

    /// The failure of a fetch and its time, measured on the client's own thread, however busy the tests' threads are.
    func patience(with url: String) async -> (failure: FetchFailure?, time: Duration) {
        let start = ContinuousClock.now
        return await withCheckedContinuation { continuation in
            fetch(Request(url)) { continuation.resume(returning: ($0.failure, ContinuousClock.now - start)) }
        }
    }
}

extension FetchFailure {
    /// The status of the server's refusal, nil otherwise.
    var status: Int? { if case .refused(let status, _, _) = self { status } else { nil } }
}

extension Outcome {
    var failure: FetchFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
