/// A mark to set on items of a server.
package enum ServerMark: String, CaseIterable, Sendable {
    case read, unread, starred, unstarred
}
