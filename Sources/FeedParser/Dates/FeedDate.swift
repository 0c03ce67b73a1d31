import FoundationEssentials

extension Date {
    /// A date as feeds write it; nil if it is none or none that exists, since no date is better than a wrong one.
    ///
    /// Both notations are read wherever a date may stand, because feeds mix them.
    init?(inFeed text: String) {
        let text = text.trimmed
        // No date is longer, and a long text is not worth looking at.
        guard text.utf8.count <= 100, let time = W3CDate.read(text) ?? MailDate.read(text) else { return nil }
        guard let date = time.date else { return nil }
        self = date
    }
}
