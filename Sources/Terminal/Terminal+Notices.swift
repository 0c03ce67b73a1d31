// What reaches a person who looks elsewhere. The texts are clean; nothing is sent while another program has the terminal,
// or the terminal takes nothing.
extension Terminal {
    /// Rings the bell.
    package func ring() { sendNow("\u{7}") }

    /// Gives the terminal's window a title.
    package func showInTitle(_ text: String) { sendNow(ControlSequence.title(showable(text))) }

    /// Has GNU screen show a message, as its own “privacy message” (screen(1), control sequences).
    package func showInScreen(_ text: String) { sendNow("\u{1B}^\(showable(text))\u{1B}\\") }

    func sendNow(_ text: String) {
        guard isShowing, !output.isBehind else { return }
        output.write(text)
        output.send()
    }
}
