import Glibc

// What reaches a person who looks elsewhere. The texts are clean; nothing is sent while another program has the terminal.
extension Terminal {
    /// Rings the bell.
    package func ring() { send("\u{7}") }

    /// Gives the terminal's window a title.
    package func showInTitle(_ text: String) { send("\u{1B}]2;\(text)\u{1B}\\") }

    /// Has GNU screen show a message, as its own “privacy message” (screen(1), control sequences).
    package func showInScreen(_ text: String) { send("\u{1B}^\(text)\u{1B}\\") }

    private func send(_ text: String) {
        guard isShowing else { return }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}
