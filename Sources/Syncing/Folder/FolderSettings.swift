package import SyncFolder

/// The shared folder, as the config has it.
package struct FolderSettings: Sendable {
    package let path: String
    /// What others call this device.
    package let device: String
    /// lede's version, for others to see.
    package let version: String
    /// Nil if only marks are shared.
    package let subscriptions: (any SharedSubscriptions)?
    /// Asks the user's command for the passphrase of an encrypted folder, and may wait for it; nil for a plain folder.
    let passphrase: FolderPassphrase?
    var limits = FolderLimits()

    package init(
        path: String, device: String, version: String, subscriptions: (any SharedSubscriptions)? = nil,
        passphrase: FolderPassphrase? = nil
    ) {
        (self.path, self.device, self.version) = (path, device, version)
        self.subscriptions = subscriptions
        self.passphrase = passphrase
    }
}
