import Configuration

extension JSON {
    /// A feed's link, for programs that may open it unseen: null unless it is a web URL.
    init(link: String?) { self.init(link?.ifOnTheWeb) }
}

extension String {
    /// The link if it is a web URL, otherwise nil.
    var ifOnTheWeb: String? { Address(self)?.isOnTheWeb == true ? self : nil }
}
