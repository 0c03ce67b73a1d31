/// International host names as browsers look them up (UTS 46, nontransitional, with neither STD 3's rules nor DNS lengths).
enum IDNA {
    /// The ASCII form of a host name; nil if the name isn't allowed.
    static func ascii(_ name: String) -> [UInt8]? {
        guard let labels = labels(name) else { return nil }
        var ascii: [UInt8] = []
        for (index, label) in labels.enumerated() {
            if index > 0 { ascii.append(.dot) }
            ascii += label.ascii
        }
        return ascii
    }

    /// The Unicode form of a host name in ASCII; nil if the name isn't allowed.
    static func unicode(_ name: String) -> String? {
        labels(name)?.map(\.unicode).joined(separator: ".")
    }

    /// DNS names have at most 255 bytes, and Punycode's time grows with the square of the length.
    private static let longest = 1000

    private static func labels(_ name: String) -> [IDNALabel]? {
        guard name.unicodeScalars.count <= longest else { return nil }
        let table = IDNATable.shared
        var letters: [UInt32] = []
        for scalar in name.unicodeScalars {
            switch table.treatment(of: scalar.value) {
            case .valid: letters.append(scalar.value)
            case .ignored: break
            case .mapped(let text): letters += text
            case .disallowed: return nil
            }
        }
        letters = Normalization.composed(letters)
        var labels: [IDNALabel] = []
        for part in letters.split(separator: UInt32(ascii: "."), omittingEmptySubsequences: false) {
            guard let label = IDNALabel(part) else { return nil }
            labels.append(label)
        }
        guard !labels.contains(where: \.isRightToLeft) || labels.allSatisfy(\.keepsBidiRule) else { return nil }
        return labels
    }
}

extension UInt32 {
    init(ascii scalar: Unicode.Scalar) { self = scalar.value }
}
