extension StringProtocol {
    /// Without the white space of XML at both ends.
    var trimmed: String {
        var rest = Substring(self).utf8
        while rest.first?.isSpace == true { rest.removeFirst() }
        while rest.last?.isSpace == true { rest.removeLast() }
        return String(Substring(rest))
    }

    /// On one line: every run of white space and control characters is one space, and none is at the ends.
    var collapsed: String {
        var line: [UInt8] = []
        line.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte > 0x20 && byte != 0x7F {
                line.append(byte)
            } else if line.last != 0x20 && !line.isEmpty {
                line.append(0x20)
            }
        }
        if line.last == 0x20 { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}

extension String {
    /// Nil if there is nothing but white space.
    var unlessBlank: String? {
        utf8.allSatisfy { $0.isSpace } ? nil : self
    }
}
