/// The direction of a text, which is that of its first letter (Unicode's UAX #9, rules P2 and P3).
enum Direction {
    case leftToRight
    case rightToLeft

    init(of text: [UInt8]) {
        self = .leftToRight
        var index = 0
        let text = text.span
        while index < text.count {
            let (codePoint, length) = text.codePoint(at: index)
            index += length
            guard let scalar = Unicode.Scalar(codePoint), scalar.properties.isAlphabetic else { continue }
            if Self.rightToLeftScripts.contains(where: { $0.contains(codePoint) }) { self = .rightToLeft }
            return
        }
    }

    /// Hebrew, Arabic, Syriac, Thaana, N’Ko and neighbours, their presentation forms, and the ranges of the second
    /// plane reserved for this direction.
    private static let rightToLeftScripts: [ClosedRange<UInt32>] = [
        0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF
    ]
}
