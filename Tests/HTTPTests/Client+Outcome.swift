import HTTP

typealias Outcome = Result<Response, FetchFailure>

extension Client {
    /// A client whose patience ends with a test's.
    convenience init(
        connect: Duration = .seconds(20), overall: Duration = .seconds(20), stall: Duration = .seconds(20),
        size: Int? = nil, transfers: Int? = nil
    ) {
        var limits = Limits()
        limits.connect = connect
        limits.overall = overall
        limits.stall = stall
        limits.size = size ?? limits.size
        limits.redirects = 3
        self.init(userAgent: "lede-tests/1", limits: limits, transfers: transfers)
    }

    /// Fetches, and waits for how it went.
    func outcome(of request: Request) async -> Outcome {
        await withCheckedContinuation { continuation in
            fetch(request) { continuation.resume(returning: $0) }
        }
    }

    /// Fetches several times over, each time as soon as the answer before has come, however busy the tests are.
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

    /// The failure that a fetch meets, nil where it goes well.
    func failure(_ url: String) async -> FetchFailure? {
        await outcome(of: Request(url)).failure
    }

    /// The failure that a fetch meets, and when: by the client's own thread, however busy the tests' are.
    func patience(with url: String) async -> (failure: FetchFailure?, time: Duration) {
        let start = ContinuousClock.now
        return await withCheckedContinuation { continuation in
            fetch(Request(url)) { continuation.resume(returning: ($0.failure, ContinuousClock.now - start)) }
        }
    }
}

extension FetchFailure {
    /// The status with which the server refused, nil where it didn't.
    var status: Int? { if case .refused(let status, _, _) = self { status } else { nil } }
}

extension Outcome {
    var failure: FetchFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
