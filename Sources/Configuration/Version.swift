/// The version of this program, as in the changelog.
package enum Version {
    package static let current = "0.1.0"

    /// The user agent for servers.
    package static let userAgent = "lede/\(current) (terminal feed reader)"
}
