import CLinux
import Glibc

/// The variables that this process was started with.
package enum Environment {
    /// By their names. Foundation's are the same, and a start would wait for their first use.
    package static var variables: [String: String] {
        // As many as most people have.
        var variables = [String: String](minimumCapacity: 64)
        each { name, variable, value in
            // As getenv does, which takes the first.
            if variables[name] == nil { variables[name] = String(cString: value) }
        }
        return variables
    }

    /// Lends each variable as it stands, “name=value”, with its name and where its value begins.
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
