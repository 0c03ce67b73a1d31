import Refresh
import Signals
import System
import Typesetting
import URLs
import ViewModels

/// The top line: where the user is, and what lede is fetching, or that it is offline.
struct TitleBar {
    /// Where the user is.
    let title: String
    /// More about it, if there is room.
    let remark: String?
    let model: ReaderModel
    let theme: Theme

    func draw(on canvas: Canvas) {
        canvas.fillBackground(of: theme.bar.over(theme.background))
        let progressStart = drawState(after: Self.startOfTitle + title.cellWidth, on: canvas)
        canvas.write(
            "lede", row: 0, column: 1, style: theme.name.over(theme.bar), limit: progressStart - 2)
        let afterTitle = canvas.write(
            title, row: 0, column: Self.startOfTitle, style: theme.bar, limit: progressStart - Self.startOfTitle - 2)
        guard let remark, afterTitle + remark.cellWidth + 4 <= progressStart else { return }
        canvas.write(remark, row: 0, column: afterTitle + 2, style: theme.hint.over(theme.bar))
    }

    private static let startOfTitle = 1 + "lede".count + 2
    /// Shorter names would be useless.
    private static let enoughForNames = 8

    /// Draws the progress at the right, or that lede is offline, and returns where it begins.
    private func drawState(after titleEnd: Int, on canvas: Canvas) -> Int {
        if let progress = model.refresh.progress { return draw(progress, after: titleEnd, on: canvas) }
        if let progress = model.actions.preloading.progress, progress.total > 0 {
            return drawBar(
                "\(progress.subject)s \(progress.done)/\(progress.total)", progress.done, of: progress.total, on: canvas
            )
        }
        let downloads = model.actions.downloading.progress.values
        if !downloads.isEmpty {
            let bytes = downloads.reduce(0) { $0 + $1.bytes }
            let total = max(bytes, downloads.reduce(0) { $0 + ($1.total ?? $1.bytes) })
            let words = "\(downloads.count.counted("episode")) \(100 * bytes / max(total, 1))%"
            return drawBar(words, bytes / 1000, of: total / 1000, on: canvas)
        }
        if model.connection.isOffline {
            return canvas.write("offline", row: 0, endingAt: canvas.columns - 1, style: theme.mark.over(theme.bar))
        }
        guard let sign = syncSign else { return canvas.columns }
        return canvas.write(sign, row: 0, endingAt: canvas.columns - 1, style: theme.hint.over(theme.bar))
    }

    /// Whether feed servers agree: running, with its progress, so many changes not sent, failed, or in agreement.
    private var syncSign: String? {
        if model.sync.isRunning {
            guard let progress = model.sync.progress else { return "↻" }
            return "↻ \(progress.done.grouped)" + (progress.total.map { "/\($0.grouped)" } ?? "")
        }
        return switch model.sync.agreement {
        case .agreed: "="
        case .behind(let count): count > 0 ? "↑\(count)" : nil
        case .failed: "⚠"
        case nil: nil
        }
    }

    /// Draws the progress of a refresh. Names of feeds being fetched get the room between it and the title, always the same
    /// width, so that they don't move.
    private func draw(_ progress: RefreshProgress, after titleEnd: Int, on canvas: Canvas) -> Int {
        var end = canvas.columns - 1
        let isWide = canvas.columns >= 60
        let count = "\(progress.done)/\(progress.total)"
        let bytes = isWide && progress.bytes > 0 ? "\(ByteCount(progress.bytes))" : ""
        let room = min(
            canvas.columns / 3,
            end - titleEnd - Self.barLength(on: canvas) - count.count - bytes.count - (bytes.isEmpty ? 5 : 7))
        if canvas.columns >= 80, room >= Self.enoughForNames {
            let names = progress.current.map(\.withoutScheme).joined(separator: ", ")
            canvas.write(names, row: 0, column: end - room, style: theme.bar, limit: room)
            end -= room + 2
        }
        if !bytes.isEmpty { end = canvas.write(bytes, row: 0, endingAt: end, style: theme.bar) - 2 }
        return drawBar(count, progress.done, of: progress.total, endingAt: end, on: canvas)
    }

    /// Draws a bar and a count after it.
    private func drawBar(
        _ count: String, _ done: Int, of total: Int, endingAt end: Int? = nil, on canvas: Canvas
    ) -> Int {
        let length = Self.barLength(on: canvas)
        let filled = length * done / max(total, 1)
        var end = canvas.write(count, row: 0, endingAt: end ?? canvas.columns - 1, style: theme.bar) - 1
        end = canvas.write(String(repeating: "─", count: length - filled), row: 0, endingAt: end, style: theme.bar)
        return canvas.write(
            String(repeating: "━", count: filled), row: 0, endingAt: end, style: theme.mark.over(theme.bar))
    }

    private static func barLength(on canvas: Canvas) -> Int { canvas.columns >= 60 ? 16 : 8 }
}

/// The title of the terminal's window: where the user is, and the unread count.
struct WindowTitle {
    let text: String

    /// No title bar shows more characters.
    private static let longest = 200

    init(screen: String?, unread: Int) {
        let words = [screen, "lede" + (unread > 0 ? " (\(unread))" : "")].compactMap(\.self).joined(separator: " – ")
        text = CleanText.line(words).truncated(toCells: Self.longest)
    }
}
