import Dispatch
import System

/// How a terminal like kitty gets pictures.
package nonisolated struct UploadWay: Equatable, Sendable {
    /// Whether tmux is between, which passes on what is wrapped.
    package var throughTmux: Bool
    /// Whether only 256 colours reach the terminal, so that they must say which picture a cell shows.
    package var usesPalette: Bool

    package init(throughTmux: Bool, usesPalette: Bool) {
        (self.throughTmux, self.usesPalette) = (throughTmux, usesPalette)
    }
}

/// The pictures that the terminal keeps, and the one that is on its way.
nonisolated struct PictureUploads {
    let way: UploadWay
    private var numbers: KittyPictureNumbers
    private struct Kept {
        let picture: KittyPicture
        let columns: Int
        let rows: Int
        let byteCount: Int
        var lastUse = 0
    }

    /// By their ids.
    private var kept: [Int: Kept] = [:]
    private var current: (id: Int, upload: KittyUpload, kept: Kept)?
    /// Sent through tmux, which may have thrown it away.
    private var unconfirmed: (id: Int, kept: Kept)?
    private var uses = 0

    /// The most that the terminal keeps of ours: it has more, but others use it, too.
    private static let (mostBytes, mostPictures) = (64 << 20, 100)

    init(_ way: UploadWay) {
        self.way = way
        numbers = KittyPictureNumbers(usesPalette: way.usesPalette)
    }

    /// The picture as the terminal keeps it, if it does.
    mutating func use(id: Int) -> KittyPicture? {
        guard let picture = kept[id]?.picture else { return nil }
        uses += 1
        kept[id]?.lastUse = uses
        return picture
    }

    /// Whether a part of a picture has been sent, and not all.
    var isUnderWay: Bool { current != nil }
    /// Whether a picture was sent that tmux may have thrown away.
    var hasUnconfirmed: Bool { unconfirmed != nil }

    func areNeeded(by table: PictureTable) -> Bool { table.pictures.contains(where: isNeeded) }

    /// Returns about as much as `limit` of what the pictures on the screen need, and which of them is now complete. One
    /// that went through tmux isn't, until `confirm`.
    mutating func next(upTo limit: Int, for table: PictureTable, isSlow: Bool) -> (text: String, complete: Int?) {
        var text = ""
        if current == nil || isSlow, let picture = table.pictures.first(where: isNeeded) {
            if let id = current?.id, !table.contains(id: id) { text += breakOff() }
            if current == nil { text += begin(picture, for: table) }
        }
        while text.utf8.count < limit, let more = current?.upload.next() { text += more }
        guard let (id, upload, sent) = current, upload.isComplete else { return (text, nil) }
        current = nil
        if way.throughTmux {
            unconfirmed = (id, sent)
            return (text, nil)
        }
        kept[id] = sent
        return (text, id)
    }

    /// Learns whether the last picture has come through tmux. Returns its id if so, or else what removes the parts of it
    /// that may have come.
    mutating func confirm(_ hasCome: Bool) -> (text: String, complete: Int?) {
        guard let (id, sent) = unconfirmed else { return ("", nil) }
        unconfirmed = nil
        if hasCome {
            kept[id] = sent
            return ("", id)
        }
        return (KittyUpload.end(through: true) + sent.picture.deletion(through: true), nil)
    }

    /// Returns what keeps the pictures where cells ask for them, after the screen was cleared: some terminals forget that
    /// then, and never the pixels.
    mutating func placeAgain() -> String {
        let sent = kept.values.sorted { $0.lastUse < $1.lastUse } + [unconfirmed?.kept].compactMap(\.self)
        return sent.reduce(breakOff()) {
            $0 + $1.picture.placement(columns: $1.columns, rows: $1.rows, through: way.throughTmux)
        }
    }

    /// Ends the upload that is under way, since no other command may come between its pieces.
    private mutating func breakOff() -> String {
        defer { current = nil }
        return current.map { $0.upload.end + $0.upload.picture.deletion(through: way.throughTmux) } ?? ""
    }

    /// Returns what makes the terminal forget all of it.
    mutating func forgetAll() -> String {
        defer { kept = [:] }
        let begun = breakOff() + confirm(false).text
        return kept.values.sorted { $0.lastUse < $1.lastUse }.reduce(begun) {
            $0 + $1.picture.deletion(through: way.throughTmux)
        }
    }

    private func isNeeded(_ picture: any ScreenPicture) -> Bool {
        kept[picture.id] == nil && current?.id != picture.id && unconfirmed?.id != picture.id
            && max(picture.rows, picture.columns) <= KittyPicture.longestSide
            && picture.pixelsToUpload.map { Self.byteCount(of: $0) <= Self.mostBytes && !$0.compressed.isEmpty } == true
    }

    /// Begins an upload, after what makes room for it.
    private mutating func begin(_ picture: any ScreenPicture, for table: PictureTable) -> String {
        guard let pixels = picture.pixelsToUpload else { return "" }
        let byteCount = Self.byteCount(of: pixels)
        var text = ""
        while kept.count >= Self.mostPictures || kept.values.reduce(byteCount, { $0 + $1.byteCount }) > Self.mostBytes,
            let oldest = kept.filter({ !table.contains(id: $0.key) }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            text += oldest.value.picture.deletion(through: way.throughTmux)
            kept[oldest.key] = nil
        }
        let upload = KittyUpload(
            pixels, as: freeNumber(), columns: picture.columns, rows: picture.rows, through: way.throughTmux)
        uses += 1
        let sent = Kept(
            picture: upload.picture, columns: picture.columns, rows: picture.rows, byteCount: byteCount, lastUse: uses)
        current = (picture.id, upload, sent)
        return text
    }

    private mutating func freeNumber() -> KittyPicture {
        var next = numbers.next()
        while kept.values.contains(where: { $0.picture == next }), kept.count < 2 * Self.mostPictures {
            next = numbers.next()
        }
        return next
    }

    /// In the terminal's memory.
    private static func byteCount(of pixels: UploadedPixels) -> Int { pixels.width * pixels.height * 4 }
}

// Pictures that the terminal keeps. Frames come first, and only a terminal that has taken everything gets more.
extension Terminal {
    /// Lets the terminal keep pictures that are drawn from now on, or no more. The screen must be drawn again.
    package func upload(_ way: UploadWay?) {
        guard way != uploads?.way else { return }
        forgetUploads()
        stream.send()
        uploads = way.map(PictureUploads.init)
    }

    /// Sends some of what the pictures on the screen need.
    func sendUploads() {
        guard isShowing, !stream.isBehind, !pace.isWaiting, reachTerminal, !drawing.pictures.isEmpty,
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
            stream.write(text)
            stream.send()
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
        stream.write(bytes)
        if pace.asks { stream.write(ControlSequence.askStatus) }
        stream.send()
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

    /// Makes the terminal forget all pictures, with the next stream.
    func forgetUploads() {
        if let text = uploads?.forgetAll() { stream.write(text) }
    }
}

/// How much of pictures the terminal gets at once, so that frames need never wait long behind them.
///
/// The system between lede and a terminal far away takes more than the line does. So only the terminal's own answer says
/// that it has taken everything.
nonisolated struct PicturePace {
    /// In bytes, from what a slow line takes in a twentieth of a second.
    private static let (smallest, largest) = (8 << 10, 256 << 10)
    /// Quicker answers let the next part be larger, slower ones smaller.
    private static let (quick, slow) = (Duration.milliseconds(15), Duration.milliseconds(60))
    /// After this time a terminal is considered to answer nothing.
    static let longestWait = Duration.seconds(3)
    /// A pause after each part for terminals that answer nothing.
    static let pause = Duration.milliseconds(30)

    private(set) var limit = smallest
    private var asked: ContinuousClock.Instant?
    /// Whether the terminal answers; nil until that is known.
    private var answers: Bool?

    /// Whether the terminal may still be busy with what it got.
    var isWaiting: Bool { asked != nil }
    /// Whether to ask the terminal if it has taken everything.
    var asks: Bool { answers != false }
    /// How long to wait at most.
    var patience: Duration { asks ? Self.longestWait : Self.pause }
    /// Whether little goes through the line.
    var isSlow: Bool { limit == Self.smallest }

    mutating func begin(at time: ContinuousClock.Instant) { asked = time }

    mutating func takeAnswer(at time: ContinuousClock.Instant) {
        guard let asked, asks else { return }
        let duration = time - asked
        if duration < Self.quick { limit = min(limit * 2, Self.largest) }
        if duration > Self.slow { limit = max(limit / 2, Self.smallest) }
        self.asked = nil
        answers = true
    }

    /// Goes on after the longest wait. Returns false if the answer came, or the wait began later.
    mutating func giveUp(at time: ContinuousClock.Instant) -> Bool {
        guard let asked, time - asked >= patience else { return false }
        self.asked = nil
        // It answered before, so the line is slow.
        if answers == true { limit = Self.smallest } else { answers = false }
        return true
    }
}

/// Whether tmux shows the pane with lede: it throws away what a hidden one sends to the terminal.
nonisolated struct PaneSight {
    private var lastSeen: ContinuousClock.Instant?
    /// Whether tmux said so. Then lede waits for keys, which come to a pane that the user sees.
    private(set) var isHidden = false
    /// Whether tmux was asked and hasn't answered yet.
    private(set) var isAsked = false

    /// Users don't come and go faster.
    private static let validity = Duration.seconds(1)

    func isSure(at time: ContinuousClock.Instant) -> Bool { lastSeen.map { time - $0 < Self.validity } ?? false }

    mutating func ask() { isAsked = true }

    mutating func learn(isShown: Bool, at time: ContinuousClock.Instant) {
        isAsked = false
        isHidden = !isShown
        lastSeen = isShown ? time : nil
    }

    /// Notes that a key has come.
    mutating func noteKey(at time: ContinuousClock.Instant) {
        isHidden = false
        lastSeen = time
    }
}
