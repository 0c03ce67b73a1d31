/// The version of this program, as the changelog names it.
enum Version {
    static let current = "0.1.0"

    /// What servers are told: who asks.
    static let userAgent = "lede/\(current) (terminal feed reader)"
}
