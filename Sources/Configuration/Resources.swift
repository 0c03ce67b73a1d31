import Files
import Glibc

/// The files that come with lede: beside the executable when it is installed, in the source tree when it was built there.
package enum Resources {
    /// The path of a resource such as `starter/urls`; nil where the installation is not whole.
    package static func path(of name: String) -> String? {
        guard let executable else { return nil }
        var folder = executable[...]
        var candidates: [String] = []
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            candidates.append(candidates.isEmpty ? "\(folder)/../share/lede/\(name)" : "\(folder)/Resources/\(name)")
        }
        return candidates.first(where: PrivateFiles.exists)
    }

    private static var executable: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
