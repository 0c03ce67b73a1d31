import Glibc

/// A failed system call with its reason.
package struct SystemFailure: Error, Equatable, CustomStringConvertible {
    package let call: String
    package let code: Int32

    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
