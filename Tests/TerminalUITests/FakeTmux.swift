import Foundation
import TestSupport

/// A program named tmux that answers as if kitty were around it.
struct FakeTmux {
    private let folder: Folder

    /// It says of the pane one after the other of these, and then always the last.
    init(sights: [String]) throws {
        folder = try Folder()
        let script = """
            #!/bin/sh
            cd "$(dirname "$0")"
            case "$*" in
            *client_termtype*) echo 'kitty(0.41.1)|on|256,RGB' ;;
            "display-message -t %7 -p "*) head -n 1 sights; sed 1d sights > rest; [ ! -s rest ] || mv rest sights ;;
            esac
            """
        try folder.write(script, to: "tmux", mode: 0o700)
        try folder.write(sights.joined(separator: "\n") + "\n", to: "sights")
    }

    static let identity = "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[6;8;4t\u{1B}[?62;22c"

    var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return ["TMUX": folder.path("socket,1,0"), "TMUX_PANE": "%7", "PATH": "\(folder.path("")):\(path)"]
    }
}
