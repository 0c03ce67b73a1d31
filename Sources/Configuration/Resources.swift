import Files
import Glibc

/// The files that come with lede: beside the installed executable, or in the source tree of a build.
package enum Resources {
    /// Returns the path of a resource such as `starter/urls`; nil if the installation is incomplete.
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
