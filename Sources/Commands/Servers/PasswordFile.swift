import Configuration
import Files
import Glibc

/// A file with a password that the user typed, which nobody else may read. The urls file names a command that prints it.
struct PasswordFile {
    let path: String

    /// An unused file, named after the user and the server.
    init(for user: String, at url: String, _ paths: Paths) {
        let place = url.split(separator: "://", maxSplits: 1).last ?? ""
        let name = String("\(user)@\(place)".prefix(100).map { Self.isPlain($0) && $0 != "/" ? $0 : "_" })
        var path = "\(paths.passwords)/\(name)"
        var number = 1
        while PrivateFiles.exists(path) {
            number += 1
            path = "\(paths.passwords)/\(name)-\(number)"
        }
        self.path = path
    }

    /// The file that a command prints; nil for other commands.
    init?(printedBy command: String, _ paths: Paths) {
        guard command.hasPrefix("cat ") else { return nil }
        let files = FolderEntries(paths.passwords).lazy.map { PasswordFile(path: "\(paths.passwords)/\($0.name)") }
        guard let file = files.first(where: { $0.command == command }) else { return nil }
        self = file
    }

    private init(path: String) {
        self.path = path
    }

    /// The command that prints the password.
    var command: String { "cat " + (path.allSatisfy(Self.isPlain) ? path : Self.quoted(path)) }

    func write(_ password: String) throws(FileFailure) {
        try PrivateFiles.makeDirectory(PrivateFiles.parent(of: path))
        try PrivateFiles.write(Array((password + "\n").utf8), to: path)
    }

    func remove() { unlink(path) }

    /// As the shell reads it.
    static func quoted(_ path: String) -> String { "'" + path.replacing("'", with: "'\\''") + "'" }

    /// Whether the shell reads a character as itself.
    static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "/@._-+,:".contains(character))
    }
}
