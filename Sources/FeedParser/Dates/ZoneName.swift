/// The names of time zones in dates: those of RFC 822, and unambiguous ones that feeds use.
enum ZoneName {
    /// Returns minutes ahead of UTC; nil if the name isn't a zone's.
    ///
    /// Ambiguous names, such as IST, and the letters that RFC 822 got wrong count as UTC where a zone is likely, as RFC
    /// 5322 says (section 4.3).
    static func offset(of name: String, unknownIsUTC: Bool) -> Int? {
        if let hours = hours[name.uppercased()] { return Int(hours * 60) }
        return unknownIsUTC && name.utf8.count <= 5 && name.utf8.allSatisfy(\.isLetter) ? 0 : nil
    }

    private static let hours: [String: Double] = [
        "UT": 0, "GMT": 0, "UTC": 0, "Z": 0, "WET": 0, "WEST": 1, "BST": 1, "MET": 1, "MEZ": 1, "CET": 1, "MEST": 2,
        "MESZ": 2, "CEST": 2, "SAST": 2, "EET": 2, "EEST": 3, "MSK": 3, "PKT": 5, "WIB": 7, "HKT": 8, "SGT": 8,
        "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5, "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
        "NST": -3.5, "NDT": -2.5, "BRT": -3, "ART": -3, "AST": -4, "ADT": -3, "AT": -4, "EST": -5, "EDT": -4, "ET": -5,
        "CST": -6, "CDT": -5, "CT": -6, "MST": -7, "MDT": -6, "MT": -7, "PST": -8, "PDT": -7, "PT": -8, "AKST": -9,
        "AKDT": -8, "HST": -10
    ]
}
