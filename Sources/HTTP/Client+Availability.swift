import CCurl

extension Client {
    /// The reason why this machine can't fetch anything, if so. Reading it loads curl.
    package static var obstacle: FetchFailure? {
        if case .failure(let failure) = Curl.loaded { failure } else { nil }
    }
}
