import CLinux
import Glibc

/// The environment variables of this process.
package enum Environment {
    /// The variables by name. Foundation has the same, but its first use would slow the start.
    package static var variables: [String: String] {
        // As many as most users have.
        var variables = [String: String](minimumCapacity: 64)
        each { name, variable, value in
            // The first of several counts, as in getenv.
            if variables[name] == nil { variables[name] = String(cString: value) }
        }
        return variables
    }

    /// Passes each variable in place, as “name=value”, with its name and the position of its value.
    static func each(
        _ body: (_ name: String, _ variable: UnsafeMutablePointer<CChar>, _ value: UnsafeMutablePointer<CChar>) -> Void
    ) {
        var next = lede_environment()
        while let variable = next?.pointee {
            next = next?.advanced(by: 1)
            guard let equals = strchr(variable, Int32(UInt8(ascii: "="))) else { continue }
            let name = UnsafeRawBufferPointer(start: variable, count: equals - variable)
            body(String(decoding: name, as: UTF8.self), variable, equals + 1)
        }
    }
}
