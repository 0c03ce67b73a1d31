extension Duration {
    /// Rounded up, so that a wait isn't too short.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = Int(seconds).multipliedReportingOverflow(by: 1000)
        return isTooLong ? .max : whole + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
