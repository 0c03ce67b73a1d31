/// The version of this program, as the changelog names it.
package enum Version {
    package static let current = "0.1.0"

    /// What servers are told: who asks.
    package static let userAgent = "lede/\(current) (terminal feed reader)"
}
