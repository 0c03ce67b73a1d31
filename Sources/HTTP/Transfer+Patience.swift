import CCurl

extension Transfer {
    /// When the transfer has failed unless something comes, and in what.
    var deadline: (time: ContinuousClock.Instant, failure: FetchFailure) {
        let end = started + limits.overall
        let (time, limit, phase) = nextLimit
        if end <= time { return (end, .timedOut(after: limits.overall, .end)) }
        return (time, .timedOut(after: limit, phase))
    }

    private var nextLimit: (ContinuousClock.Instant, Duration, FetchFailure.Phase) {
        let beforeRequest = handle.amount(CURLINFO_PRETRANSFER_TIME_T)
        guard beforeRequest > 0 else { return (asked + limits.connect, limits.connect, .connection) }
        let news = max(lastNews, asked + .microseconds(beforeRequest))
        return (news + limits.stall, limits.stall, answer.hasHead ? .document : .answer)
    }
}
