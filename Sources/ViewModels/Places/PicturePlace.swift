package import Signals
package import Typesetting

/// One picture of an article, as large as the screen.
@MainActor package final class PicturePlace: WorkspaceUser, Screen {
    let workspace: Workspace
    let place = Place.picture
    /// The picture, and its number among the article's.
    @Published package private(set) var image: Image?
    @Published package private(set) var number = 0

    init(_ workspace: Workspace) { self.workspace = workspace }

    package var count: Int { workspace.pictures.shownImages.count }

    package func show(_ figure: Figure) {
        guard let index = workspace.pictures.shownImages.firstIndex(where: { $0.source == figure.source }) else {
            return
        }
        choose(index)
        trail.go(to: place)
    }

    private func choose(_ index: Int) {
        let images = workspace.pictures.shownImages
        guard !images.isEmpty else { return }
        let index = min(max(0, index), images.count - 1)
        (image, number) = (images[index], index + 1)
    }

    var link: NumberedLink? {
        guard image?.data == nil else { return nil }
        return image?.source.map { NumberedLink(number: number, address: CleanText.line($0), text: image?.alt ?? "") }
    }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .down, .pageDown: number < count
        case .up, .pageUp: number > 1
        default: nil
        }
    }

    func move(by rows: Int) { choose(number - 1 + rows) }
    func turnPage(by pages: Int) { move(by: pages) }
    func turnHalfPage(by pages: Int) { move(by: pages) }
    func goToTop() { choose(0) }
    func goToEnd() { choose(.max) }
    func go(toRow number: Int) { choose(number - 1) }
    func scroll(by rows: Int) { move(by: rows.signum()) }
    func scroll(toTop line: Int) {}
}
