/// A document to fetch, and the function that gets the outcome.
struct Assignment: Sendable {
    let id: TransferID
    let request: Request
    let finish: @Sendable (Result<Response, FetchFailure>) -> Void
}
