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
        guard isShowing, !output.isBehind, !pace.isWaiting, !drawing.pictures.isEmpty,
            let (text, complete) = uploads?.next(upTo: pace.limit, for: drawing.pictures, isSlow: pace.isSlow),
            !text.isEmpty
        else { return }
        sendPaced(Array(text.utf8))
        guard let complete, let picture = uploads?.use(id: complete) else { return }
        drawing.show(picture, of: complete)
        present()
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
