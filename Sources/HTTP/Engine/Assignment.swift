/// One document to fetch, and whom to tell how it went.
struct Assignment: Sendable {
    let id: TransferID
    let request: Request
    let finish: @Sendable (Result<Response, FetchFailure>) -> Void
}
