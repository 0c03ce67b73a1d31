/// Where the person is.
package enum Place: Hashable, CaseIterable, Sendable {
    /// The offer of a first run, when there is no urls file.
    case welcome
    case feeds
    case items
    case article
    case failures
    case help
}
