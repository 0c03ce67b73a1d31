extension JSONReader {
    /// The string that comes next as one line of plain text.
    ///
    /// JSON Feed has no markup in titles and names, but what writes it often copies them from HTML.
    mutating func line() throws(Failure) -> String? {
        try string()?.decodingCharacterReferences.collapsed.unlessBlank
    }

    /// The address that comes next.
    mutating func link() throws(Failure) -> String? {
        try string()?.collapsed.unlessBlank
    }

    /// The strings that come next, as lines; one alone may stand without its array.
    mutating func lines() throws(Failure) -> [String] {
        var lines: [String] = []
        try readEach { reader throws(Failure) in
            if let line = try reader.line() { lines.append(line) }
        }
        return lines
    }

    /// The addresses of the objects that come next.
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

    /// Reads every element of the array that comes next, or what stands there in place of an array.
    mutating func readEach(_ read: (inout JSONReader) throws(Failure) -> Void) throws(Failure) {
        guard peek() == UInt8(ascii: "[") else { return try read(&self) }
        guard try beginArray() else { return }
        while try nextElement() {
            // What is not read here is passed over.
            guard listed <= Limits.listed else { continue }
            listed += 1
            try read(&self)
        }
    }
}
