import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Installed by make` {
    private let home: Home
    private let root: String

    init() throws {
        home = try Home()
        root = home.path + "/root"
        try make("install")
    }

    private func make(_ target: String) throws {
        let run = try CommandRun(
            program: "/usr/bin/make",
            arguments: [
                "--silent", "-C", ProjectFile.path(""), target, "DESTDIR=\(root)", "PREFIX=/usr",
                "BINARY=\(BuildProducts.executable("lede"))"
            ], environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 0 && run.errors == "")
    }

    private var files: [String] {
        get throws {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
            return paths.filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        }
    }

    private func text(of file: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
    }

    @Test func `the installed lede runs and finds its resources`() throws {
        let session = try TerminalSession(
            program: root + "/usr/bin/lede", arguments: ["--starter-feeds"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        try session.waitForScreen(showing: "Welcome to lede")
    }

    @Test func `make install includes the manual, completions, timer and menu entry`() throws {
        let files = try files
        for file in [
            "usr/share/man/man1/lede.1", "usr/share/bash-completion/completions/lede",
            "usr/share/zsh/site-functions/_lede", "usr/share/fish/vendor_completions.d/lede.fish",
            "usr/lib/systemd/user/lede-refresh.timer", "usr/share/applications/lede.desktop"
        ] { #expect(files.contains(file), "\(file)") }
        #expect(try text(of: "usr/share/man/man1/lede.1").hasPrefix(".TH LEDE 1 "))
        for guide in ["urls", "config"] {
            #expect(try text(of: "usr/share/man/man5/lede-\(guide).5").hasPrefix(".TH LEDE\\-\(guide.uppercased()) 5 "))
        }
        #expect(try text(of: "usr/lib/systemd/user/lede-refresh.service").contains("ExecStart=/usr/bin/lede refresh"))
    }

    @Test func `the timer's service has few permissions, and systemd accepts it`() throws {
        let service = try text(of: "usr/lib/systemd/user/lede-refresh.service")
        for line in [
            "NoNewPrivileges=yes", "RestrictNamespaces=yes", "RestrictSUIDSGID=yes", "LockPersonality=yes",
            "SystemCallFilter=@system-service", "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK"
        ] { #expect(service.contains("\n\(line)\n"), "\(line)") }
        let analyser = "/usr/bin/systemd-analyze"
        guard FileManager.default.isExecutableFile(atPath: analyser) else { return }
        let unit = home.path + "/lede-refresh.service"
        // The program isn't at its final path yet.
        try service.replacing("ExecStart=/usr/bin/lede", with: "ExecStart=/bin/true")
            .write(toFile: unit, atomically: true, encoding: .utf8)
        let run = try CommandRun(
            program: analyser, arguments: ["verify", "--man=no", "--user", unit],
            environment: Lede.environment(home: home, adding: ["XDG_RUNTIME_DIR": home.path]))
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }

    @Test func `make uninstall removes everything`() throws {
        try make("uninstall")
        #expect(try files == [])
    }
}

@Suite(.blocking) struct `The version` {
}

@Suite(.blocking) struct `Completion in a shell` {
    /// A home with a tag that would do damage if a shell ran it.
    private let home: Home
    private let completions = ProjectFile.path("Resources/completions")

    init() throws {
        home = try Home()
        try home.write(urls: ["https://a.example/ \"danger;touch ran;\" \"back\\\\slash:colon\""])
    }

    private var hasRun: Bool { FileManager.default.fileExists(atPath: home.path + "/ran") }

    /// The environment with the built lede in the path.
    private var environment: [String: String] {
        get throws {
            let lede = try URL(filePath: BuildProducts.executable("lede")).deletingLastPathComponent().path
            return Lede.environment(home: home, adding: ["TERM": "xterm-256color", "PATH": "\(lede):/usr/bin:/bin"])
        }
    }

    private static func isThere(_ shell: String) -> Bool { FileManager.default.isExecutableFile(atPath: shell) }

    @Test(.enabled(if: isThere("/usr/bin/fish")))
    func `completion in fish never runs text from outside`() throws {
        let script = "cd; source \(completions)/lede.fish; complete --do-complete 'lede unread --tag dan'"
        let run = try CommandRun(
            program: "/usr/bin/fish", arguments: ["--no-config", "-c", script], environment: environment)
        #expect(run.output == "danger;touch ran;\n", "\(run)")
        #expect(!hasRun)
    }

    @Test(.enabled(if: isThere("/usr/bin/zsh")))
    func `completion in zsh never runs text from outside, and changes none`() throws {
        let shell = try TerminalSession(program: "/usr/bin/zsh", arguments: ["-f", "-i"], environment: environment)
        try shell.type(
            "cd; fpath=(\(completions) $fpath); autoload -Uz compinit; compinit -u -D; clear; echo begin$((40 + 2))\n")
        try shell.waitForScreen(showing: "begin42")
        try shell.type("lede unread --tag bac\t")
        try shell.waitForScreen(showing: "back\\\\slash:colon")
        try shell.type("\u{15}")
        try shell.type("lede unread --tag dan\t")
        try shell.waitForScreen(showing: "danger\\;touch\\ ran\\;")
        try shell.type("; echo end$((40 + 2))\n")
        try shell.waitForScreen(showing: "end42")
        #expect(!hasRun)
    }

    @Test func `completion in bash never runs text from outside`() throws {
        let shell = try TerminalSession(
            program: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
            environment: environment)
        try shell.type("cd; . \(completions)/lede.bash; clear\n")
        try shell.type("lede unread --tag dan\t")
        try shell.waitForScreen(showing: "danger\\;touch\\ ran\\;")
        try shell.type("; echo end$((40 + 2))\n")
        try shell.waitForScreen(showing: "end42")
        #expect(!hasRun)
    }
}
