/// The shared folder, as the config has it.
package struct FolderSettings: Sendable {
    package let path: String
    /// What others call this device.
    package let device: String
    /// lede's version, for others to see.
    package let version: String
    /// Nil if only marks are shared.
    package let subscriptions: (any SharedSubscriptions)?

    package init(
        path: String, device: String, version: String, subscriptions: (any SharedSubscriptions)? = nil
    ) {
        (self.path, self.device, self.version) = (path, device, version)
        self.subscriptions = subscriptions
    }
}
