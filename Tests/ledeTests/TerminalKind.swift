import Foundation
import TestSupport
import Testing

/// The description of a kind of terminal for programs that look it up by TERM: xterm's with changes.
struct TerminalKind: CustomTestStringConvertible, Sendable {
    let name: String
    /// In tic's language, separated by commas.
    let capabilities: String

    var testDescription: String { name }

    /// Compiles it into a folder of the home; returns the environment that leads there.
    func environment(in home: Home) throws -> [String: String] {
        let (source, folder) = (home.path + "/terminal.ti", home.path + "/terminfo")
        try "\(name)|\(name) for tests,\n\t\(capabilities), use=xterm-256color,\n".write(
            toFile: source, atomically: true, encoding: .utf8)
        let tic = try CommandRun(
            program: "/usr/bin/tic", arguments: ["-x", "-o", folder, source],
            environment: Lede.environment(home: home, adding: [:]))
        try #require(tic.status == 0, "\(tic.errors)")
        return ["TERM": name, "TERMINFO": folder]
    }
}

extension TerminalKind {
    static let direct = TerminalKind(name: "lede-direct", capabilities: directColors("2;", between: ";"))

    /// kitty and foot, with capabilities of their own descriptions that xterm's lacks.
    static let ofTheirOwn = [
        TerminalKind(
            name: "xterm-kitty",
            capabilities: """
                hs, Tc, bce@, kf3=\\EOR, oc=\\E]104\\007, tsl=\\E]2;, Smulx=\\E[4:%p1%dm, \
                sgr=%?%p9%t\\E(0%e\\E(B%;\\E[0%?%p6%t;1%;%?%p2%t;4%;%?%p1%p3%|%t;7%;%?%p4%t;5%;%?%p7%t;8%;m
                """),
        TerminalKind(
            name: "kitty-direct", capabilities: "hs, ccc@, initc@, " + directColors("2:", between: ":")),
        TerminalKind(
            name: "foot",
            capabilities: """
                hs, Tc, pairs#0x10000, cnorm=\\E[?12l\\E[?25h, \
                setaf=\\E[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38:5:%p1%d%;m, \
                setab=\\E[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48:5:%p1%d%;m
                """)
    ]

    /// The capability for setting colours by their components, with this text before and between them.
    private static func directColors(_ beginning: String, between sign: String) -> String {
        let number = "\(beginning)%p1%{65536}%/%d\(sign)%p1%{256}%/%{255}%&%d\(sign)%p1%{255}%&%d"
        return """
            RGB, colors#0x1000000, pairs#0x10000, \
            setaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\(sign)\(number)%;m, setab=\\E[%?%p1%{8}%<%t4%p1%d%e48\(sign)\(number)%;m
            """
    }
}
