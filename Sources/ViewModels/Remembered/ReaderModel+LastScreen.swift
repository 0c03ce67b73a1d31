import Configuration
import FoundationEssentials
import Library
import Signals

extension ReaderModel {
    /// Divides the screen as it was, and goes on where the person left unless they don't want to, as far as that is still
    /// there: at the feeds where it can't be read.
    func resume() {
        guard let bytes = try? PrivateFiles.read(paths.lastScreen, atMost: LastScreen.longest) else { return }
        let screen = LastScreen(String(decoding: bytes, as: UTF8.self))
        panes.restore(screen.widths, isZoomed: screen.isZoomed)
        feeds.folded = screen.folded
        if config.value.isOn(.resume), place == .feeds, !feeds.entries.value.isEmpty { resume(screen) }
    }

    private func resume(_ screen: LastScreen) {
        if let entry = screen.entry { feeds.choose(entry) }
        guard screen.place != .feeds, let list = feeds.entries.value.first(where: { $0.id == screen.list }) else {
            return
        }
        fill(with: list)
        path.value = [.feeds, .items]
        if let item = screen.item { items.choose(item) }
        guard screen.place == .article, let article = screen.article, show(article) else { return }
        path.value = [.feeds, .items, .article]
    }

    /// Keeps where the person is for the next start. That it can't be kept is no reason to keep them from leaving.
    package func rememberScreen() {
        guard place != .welcome else { return }
        var screen = LastScreen()
        screen.place = focus.place
        screen.entry = feeds.selectedEntry?.id
        screen.list = feeds.entries.value.first { $0.source(at: Date()) == items.source.value }?.id
        screen.item = items.selected?.id
        screen.article = openArticle.value?.item.id
        screen.widths = panes.widths
        screen.isZoomed = panes.isZoomed
        screen.folded = feeds.folded
        try? PrivateFiles.makeDirectory(paths.stateDirectory)
        rememberReadingPlaces()
        feeds.history?.keep(in: paths)
        try? PrivateFiles.write(Array(screen.text.utf8), to: paths.lastScreen)
    }
}
