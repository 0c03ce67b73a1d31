import Configuration

extension JSON {
    /// A link from outside for programs, which may open it unseen: null unless it leads to the web.
    init(link: String?) { self.init(link?.ifOnTheWeb) }
}

extension String {
    /// The link, if lede itself would open it.
    var ifOnTheWeb: String? { Address(self)?.isOnTheWeb == true ? self : nil }
}
