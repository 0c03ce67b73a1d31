extension JSONReader {
    /// Reads a string as one line of plain text.
    ///
    /// Titles and names in JSON Feed have no markup, but programs often copy them from HTML.
    package mutating func line() throws(Failure) -> String? {
        try string()?.decodingCharacterReferences.collapsed.unlessBlank
    }

    /// Reads a link.
    package mutating func link() throws(Failure) -> String? {
        try string()?.collapsed.unlessBlank
    }

    /// Reads strings as lines. A single one may come without an array.
    package mutating func lines() throws(Failure) -> [String] {
        var lines: [String] = []
        try readEach { reader throws(Failure) in
            if let line = try reader.line() { lines.append(line) }
        }
        return lines
    }

    /// Reads the URLs of objects.
    mutating func addresses() throws(Failure) -> [String] {
        var addresses: [String] = []
        try readEach { reader throws(Failure) in
            guard try reader.beginObject() else { return }
            while let key = try reader.nextKey() {
                if key == "url", let address = try reader.link() { addresses.append(address) }
            }
        }
        return addresses
    }

    /// Reads every element of an array, or a single value instead of one.
    package mutating func readEach(_ read: (inout JSONReader) throws(Failure) -> Void) throws(Failure) {
        guard peek() == UInt8(ascii: "[") else { return try read(&self) }
        guard try beginArray() else { return }
        while try nextElement() {
            // Unread elements are skipped.
            guard listed <= Limits.listed else { continue }
            listed += 1
            try read(&self)
        }
    }
}
