import Glibc

/// The system's converter from one charset to UTF-8.
struct CharsetConverter: ~Copyable {
    private let handle: iconv_t

    /// Nil if the system lacks it.
    init?(from name: String) {
        guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// The text, in which U+FFFD stands for every byte that is an error; nil if those are too many to believe in the charset.
    func convert(_ document: ArraySlice<UInt8>) throws(ParseFailure) -> (bytes: [UInt8], errors: Int)? {
        var text: [UInt8] = []
        text.reserveCapacity(document.count + document.count / 2)
        var errors = 0
        let failure: ParseFailure? = document.withUnsafeBytes { source in
            var input = UnsafeMutablePointer(mutating: source.baseAddress?.assumingMemoryBound(to: CChar.self))
            var left = source.count
            while left > 0 {
                let outcome = convertPiece(&input, &left, into: &text)
                if text.count > Limits.documentSize { return .tooLarge(Limits.documentSizeInWords) }
                guard outcome == EILSEQ || outcome == EINVAL else { continue }
                errors += 1
                text += UTF8Repair.replacement.utf8
                input = input?.advanced(by: 1)
                left -= 1
                if errors > 64 + source.count / 64 { return nil }
            }
            return nil
        }
        if let failure { throw failure }
        return errors > 64 + document.count / 64 ? nil : (text, errors)
    }

    /// Goes on until an error or the end of a buffer, and says which.
    private func convertPiece(
        _ input: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, into text: inout [UInt8]
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
            var output = buffer.baseAddress
            var room = buffer.count
            let result = iconv(handle, &input, &left, &output, &room)
            let outcome = result == -1 ? errno : 0
            text += UnsafeRawBufferPointer(buffer).prefix(buffer.count - room)
            return outcome
        }
    }
}
