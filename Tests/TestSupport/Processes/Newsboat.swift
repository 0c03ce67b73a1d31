import Foundation

/// Debian's newsboat, if it is installed.
package enum Newsboat {
    package static let program = "/usr/bin/newsboat"

    package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The reason why tests that need it are skipped.
    package static let isMissing = "newsboat isn't installed: “make test” installs it"

    /// Runs newsboat with the files of a folder.
    package static func run(
        _ arguments: String..., in folder: String, config: String = "/dev/null", home: Home
    ) throws -> CommandRun {
        try run(arguments, in: folder, config: config, home: home)
    }

    package static func run(
        _ arguments: [String], in folder: String, config: String = "/dev/null", home: Home
    ) throws -> CommandRun {
        try CommandRun(
            program: program, arguments: files(in: folder, config: config) + arguments,
            environment: Lede.environment(home: home, adding: ["TERM": "xterm"]))
    }

    /// Opens newsboat with the files of a folder and the given config.
    package static func launch(in folder: String, config: String, home: Home) throws -> TerminalSession {
        let path = "\(home.path)/newsboat-config"
        try Data(config.utf8).write(to: URL(filePath: path))
        return try TerminalSession(
            program: program, arguments: files(in: folder, config: path),
            environment: Lede.environment(home: home, adding: ["TERM": "xterm"]), size: (100, 50))
    }

    private static func files(in folder: String, config: String) -> [String] {
        ["-u", folder + "/urls", "-c", folder + "/cache.db", "-C", config]
    }
}
