import Glibc

extension LedeCommand {
    /// The words after the program's name.
    package static var arguments: [String] {
        // Swift looks for them beside the environment, and finds none if a library in LD_PRELOAD has moved that.
        let words = CommandLine.arguments.isEmpty ? kernelArguments : CommandLine.arguments
        return Array(words.dropFirst())
    }

    /// All words, as the kernel knows them.
    private static var kernelArguments: [String] {
        let file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = read(file, &part, part.count), count > 0 { bytes += part[..<count] }
        // Each word ends with a zero.
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
