import Dispatch
import MainQueue

// Pictures that the terminal keeps. Frames come first, and only a terminal that has taken everything gets more.
extension Terminal {
    /// Lets the terminal keep pictures that are drawn from now on, or no more. The screen must be drawn again.
    package func upload(_ way: UploadWay?) {
        guard way != uploads?.way else { return }
        forgetUploads()
        output.send()
        uploads = way.map(PictureUploads.init)
    }

    /// Sends some of what the pictures on the screen need.
    func sendUploads() {
        guard isShowing, !output.isBehind, !pace.isWaiting, reachTerminal, !drawing.pictures.isEmpty,
            let (text, complete) = uploads?.next(upTo: pace.limit, for: drawing.pictures, isSlow: pace.isSlow),
            !text.isEmpty
        else { return }
        sendPaced(Array(text.utf8))
        if let complete { show(complete) }
    }

    /// Puts a picture that the terminal keeps in place of its blocks.
    private func show(_ id: Int) {
        guard let picture = uploads?.use(id: id) else { return }
        drawing.show(picture, of: id)
        present()
    }

    /// Whether uploads reach the terminal now. If tmux must say so first, it is asked: before each upload that it may
    /// throw away, and once it has taken everything.
    private var reachTerminal: Bool {
        guard let uploads, uploads.way.throughTmux else { return true }
        if sight.isHidden || sight.isAsked { return false }
        if uploads.isUnderWay || !uploads.hasUnconfirmed && sight.isSure(at: .now) { return true }
        if uploads.hasUnconfirmed || uploads.areNeeded(by: drawing.pictures) {
            sight.ask()
            askSight()
        }
        return false
    }

    /// Takes tmux's word whether the user sees lede's pane.
    package func learn(isShownByTmux isShown: Bool) {
        sight.learn(isShown: isShown, at: .now)
        guard isShowing else { return }
        if let (text, complete) = uploads?.confirm(isShown) {
            output.write(text)
            output.send()
            if let complete { show(complete) }
        }
        sendUploads()
    }

    /// Takes a key as a sign that the user sees lede's pane.
    func noteKey() {
        let wasHidden = sight.isHidden
        sight.noteKey(at: .now)
        if wasHidden { sendUploads() }
    }

    /// Sends a part of a picture. The next one has to wait until the terminal has taken it.
    func sendPaced(_ bytes: [UInt8]) {
        output.write(bytes)
        if pace.asks { output.write(ControlSequence.askStatus) }
        output.send()
        pace.begin(at: .now)
        MainQueue.async(after: .milliseconds(Int(pace.patience / .milliseconds(1)) + 1)) { [weak self] in
            if let self, pace.giveUp(at: .now) { goOnWithPictures() }
        }
    }

    /// Takes the terminal's answer that it has taken everything.
    func takeStatusReport() {
        pace.takeAnswer(at: .now)
        goOnWithPictures()
    }

    private func goOnWithPictures() {
        sendUploads()
        tookPicture()
    }

    /// Makes the terminal forget all pictures, with the next output.
    func forgetUploads() {
        if let text = uploads?.forgetAll() { output.write(text) }
    }
}
