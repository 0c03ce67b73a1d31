/// The names of time zones in dates of mail: those of RFC 822, and a few that feeds use and that mean one thing.
enum ZoneName {
    /// Minutes ahead of UTC; nil for a name that we do not know, or that means several zones, such as IST.
    static func offset(of name: String) -> Int? {
        hours[name.uppercased()].map { Int($0 * 60) }
    }

    private static let hours: [String: Double] = [
        "UT": 0, "GMT": 0, "UTC": 0, "Z": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3,
        "MSK": 3, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
        "AKST": -9, "AKDT": -8, "HST": -10
    ]
}
