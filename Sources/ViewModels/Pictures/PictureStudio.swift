import MainQueue
import Pictures

/// Draws pictures off the main queue, one after the other, and keeps those that were shown last.
@MainActor final class PictureStudio {
    /// What pictures are drawn for. Those for another screen are forgotten.
    var screen: PictureScreen? {
        didSet {
            guard screen != oldValue else { return }
            prints.removeAll()
            ids = [:]
        }
    }
    /// Called when a picture's size is known.
    var measured: (_ source: String, PixelSize) -> Void = { _, _ in }
    /// Called when a picture looks better than before.
    var drawn: () -> Void = {}
    /// Called after each piece of work, with the reason if it failed. Then there may be more to do.
    var ended: (_ source: String, PictureFailure?) -> Void = { _, _ in }
    private(set) var isBusy = false

    // Nothing is loaded before the first picture.
    private(set) lazy var decoder = PictureDecoder()
    private var prints = RecentlyUsed<PicturePrint, ShownPicture> { $0.byteCount }
    /// A picture that is drawn again keeps its id, so that a terminal that has it needn't get it again.
    private var ids: [PicturePrint: Int] = [:]
    private var lastID = 0

    /// How a picture looks so far.
    func picture(_ print: PicturePrint) -> ShownPicture? { prints[print] }

    /// Finds out the size of a picture.
    func measure(_ file: PictureSource, of source: String) { begin(source, nil) { $0.measure(file) } }

    func draw(_ file: PictureSource, as print: PicturePrint) {
        let picture = ShownPicture(id: id(of: print), columns: print.columns, rows: print.rows)
        begin(print.source, print) { $0.draw(file, as: picture) }
    }

    private func id(of print: PicturePrint) -> Int {
        if let id = ids[print] { return id }
        lastID += 1
        ids[print] = lastID
        return lastID
    }

    private func begin(_ source: String, _ print: PicturePrint?, work: (PrintMaking) -> Void) {
        guard let screen, !isBusy else { return }
        isBusy = true
        work(
            PrintMaking(decoder: decoder, screen: screen) { progress in
                MainQueue.async { [weak self] in self?.handle(progress, of: source, print, for: screen) }
            })
    }

    private func handle(
        _ progress: PrintMaking.Progress, of source: String, _ print: PicturePrint?, for screen: PictureScreen
    ) {
        switch progress {
        case .measured(let size): measured(source, size)
        case .drawn(let picture):
            guard let print, screen == self.screen else { return }
            prints.insert(picture, print)
            drawn()
        case .ended(let failure):
            isBusy = false
            ended(source, failure)
        }
    }
}
