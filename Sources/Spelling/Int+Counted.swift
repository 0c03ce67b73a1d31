extension Int {
    /// “1 feed” or “2 feeds”; pass a plural that doesn't end in “s” alone.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}
