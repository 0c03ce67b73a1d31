// Ways to notify a user who looks elsewhere. The texts are clean. Nothing is sent while another program has the
// terminal, or the terminal doesn't read.
extension Terminal {
    /// Rings the bell.
    package func ring() { sendNow("\u{7}") }

    /// Sets the title of the terminal's window.
    package func showInTitle(_ text: String) { sendNow(ControlSequence.title(showable(text))) }

    /// Makes GNU screen show a message, as its own “privacy message” (screen(1), control sequences).
    package func showInScreen(_ text: String) { sendNow("\u{1B}^\(showable(text))\u{1B}\\") }

    func sendNow(_ text: String) {
        guard isShowing, !output.isBehind else { return }
        output.write(text)
        output.send()
    }
}
