import Glibc
import System

/// What surrounds a command: its environment, its streams, and how it is stopped. By default, those of this process.
struct Surroundings: Sendable {
    var environment = Environment.variables
    var input = Input()
    var output = Output()
    var stopSignals = [SIGINT, SIGTERM, SIGHUP]
    /// Takes from a command that only parses, and from its thread, all other rights.
    var confine: @Sendable (Confinement) -> Void = { $0.begin() }
    /// The program that decodes pictures, which is lede itself.
    var pictureHelper = "/proc/self/exe"
    /// How often the position of what plays is stored. With the time that this takes, a kill loses at most 10 seconds.
    var positionInterval = Duration.seconds(9)
}

/// What a command reads from: standard input, and files.
struct Input: Sendable {
    var descriptor = STDIN_FILENO

    /// The contents of a file, or of standard input for “-”.
    func read(_ file: String) throws(CommandFailure) -> [UInt8] {
        try file == "-" ? standardInput() : Self.contents(of: file)
    }

    static func contents(of file: String) throws(CommandFailure) -> [UInt8] {
        do { return try PrivateFiles.read(file) } catch { throw .failed(error.description) }
    }

    /// Reads all of standard input, and throws if it exceeds 64 MB.
    private func standardInput() throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        let piece = 1 << 20
        while bytes.count <= 64 << 20 {
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: piece))
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: start), piece)
            }
            bytes.removeLast(piece - max(count, 0))
            if count == 0 { return bytes }
            if count < 0, errno != EINTR {
                throw .failed("can't read standard input: \(String(cString: strerror(errno)))")
            }
        }
        throw .failed("standard input is larger than 64 MB")
    }

    /// The lines of standard input, each as soon as it is there.
    var lines: AnyIterator<String> {
        let file = fdopen(dup(descriptor), "r")
        return AnyIterator {
            var line: UnsafeMutablePointer<CChar>?
            var room = 0
            defer { free(line) }
            guard let file, case let count = getline(&line, &room, file), count >= 0 else { return nil }
            let text = String(decoding: UnsafeRawBufferPointer(start: line, count: count), as: UTF8.self)
            return ["\n", "\r\n"].contains(text.last) ? String(text.dropLast()) : text
        }
    }
}
