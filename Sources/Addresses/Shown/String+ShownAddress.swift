extension String {
    /// The address as lede shows it: without credentials, and with a host that can't pass for another.
    ///
    /// It also takes what the urls file has in the place of an address: a command, or a command and an address.
    package var shownAddress: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 >= 0x80 || $0.isUpperCase }) else { return self }
        let text = withoutCredentials
        let start = FilterAddress(text)?.address.startIndex ?? text.startIndex
        guard let parts = AddressParts(text[start...]) else { return text }
        let host = HostName(parts.host)
        guard host.shown != parts.host else { return text }
        return text[..<parts.host.startIndex] + host.shown + text[parts.host.endIndex...]
    }

    /// Whether it holds a name or a password.
    package var holdsCredentials: Bool { withoutCredentials != self }
}
