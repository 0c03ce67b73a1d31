extension String {
    /// The URL without `http://` or `https://`, which nearly all URLs begin with.
    package var withoutScheme: String {
        let scheme = ["https://", "http://"].first(where: hasPrefix)
        return String(dropFirst(scheme?.count ?? 0))
    }
}
