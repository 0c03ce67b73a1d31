import Glibc
import Testing

/// The C library of the tests, which ncurses asks for widths.
enum CLibrary {
    static var version: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            confstr(Int32(_CS_GNU_LIBC_VERSION), buffer.baseAddress, buffer.count)
            return buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    /// Calls the body with `wcwidth()` while this thread's locale is C.UTF-8.
    static func withUnicode<Result>(_ body: (@convention(c) (Int32) -> Int32) throws -> Result) throws -> Result {
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        // Glibc's module hides wcwidth(), which is an X/Open function.
        let symbol = try #require(dlsym(nil, "wcwidth"))
        return try body(unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self))
    }
}
