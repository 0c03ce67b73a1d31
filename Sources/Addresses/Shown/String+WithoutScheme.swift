extension String {
    /// An address without what nearly all of them begin with: the site is what tells.
    package var withoutScheme: String {
        let scheme = ["https://", "http://"].first(where: hasPrefix)
        return String(dropFirst(scheme?.count ?? 0))
    }
}
