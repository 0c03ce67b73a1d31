/// The feeds of the urls file, as devices share them.
package protocol SharedSubscriptions: Sendable {
    /// The settings of each feed that is shared, by its URL.
    func settings() throws -> [String: String]
    /// Gives feeds settings, adds those that the file lacks, and removes those without settings.
    func take(_ changes: [(url: String, settings: String?)]) throws
}
