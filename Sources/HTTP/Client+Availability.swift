import CCurl

extension Client {
    /// Why nothing can be fetched on this machine, if that is so. It loads curl.
    package static var obstacle: FetchFailure? {
        if case .failure(let failure) = Curl.loaded { failure } else { nil }
    }
}
