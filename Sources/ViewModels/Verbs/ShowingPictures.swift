import Configuration
import FoundationEssentials
import Library
import Pictures
import Refresh
import Signals
import Typesetting

/// Shows or hides the pictures of articles, and fetches those that lede doesn't have.
@MainActor final class ShowingPictures: WorkspaceUser {
    let workspace: Workspace
    private let fetching: FetchingPictures
    private let scope = ScopedDisposable()
    /// What was said already: once is enough.
    private var said: Set<PictureFailure> = []

    init(_ workspace: Workspace, fetching: FetchingPictures) {
        self.workspace = workspace
        self.fetching = fetching
        let pictures = workspace.pictures
        pictures.supply = { [weak self] in self?.supply($0, receive: $1) }
        pictures.measured = { [library = workspace.session.library] source, size in
            library.recordSize(width: size.width, height: size.height, ofPictureAt: source)
        }
        pictures.failed = { [weak self] in self?.tell(of: $0) }
        scope.add(
            workspace.connection.$isOffline.observe { [weak pictures] isOffline in
                if !isOffline { pictures?.tryAgain() }
            })
    }

    func toggle() {
        guard place == .article else { return }
        let pictures = workspace.pictures
        guard let screen = pictures.screen else {
            let isOff = config.pictures == .no
            return status = .refused(isOff ? "Pictures are off (:set pictures auto)" : "This screen shows no pictures")
        }
        guard !pictures.images.isEmpty else { return status = .refused("This article has no pictures") }
        pictures.isHidden.toggle()
        let advice = screen.advice.map { " (\($0))" } ?? ""
        status = .done(pictures.isHidden ? "Pictures are hidden" : "Pictures are shown\(advice)")
    }

    /// Passes on what is kept at once, and the rest as it comes. Disposing of the result stops that.
    private func supply(
        _ images: [Image], receive: @escaping @MainActor @Sendable (String, PictureModel.Arrival) -> Void
    ) -> (any Disposable)? {
        guard let item = article.open?.item.id, !images.isEmpty else { return nil }
        let contained = Dictionary(images.compactMap { image in image.data.map { ($0, image.source ?? "") } }) { $1 }
        let sources = images.filter { $0.data == nil }.compactMap(\.source)
        var kept: [String: KeptPicture] = [:]
        do { kept = try library.pictures(at: sources) } catch { troubles.send(error) }
        for (source, picture) in kept { receive(source, .here(picture)) }
        library.recordUse(ofPicturesAt: Array(kept.keys), at: Date())
        let others = sources.filter { kept[$0] == nil } + contained.keys
        guard !others.isEmpty else { return nil }
        return fetching.fetch([ItemPictures(item: item, urls: others)], for: .opened) { event in
            receive(contained[event.url] ?? event.url, PictureModel.Arrival(event.outcome))
        }
    }

    /// Tells once what would help.
    private func tell(of failure: PictureFailure) {
        switch failure {
        case .missing, .unconfined, .notStarted:
            if status == nil, said.insert(failure).inserted { status = .problem(failure.words.asSentence) }
        default: break
        }
    }
}

extension PictureModel.Arrival {
    fileprivate static func here(_ picture: KeptPicture) -> Self {
        let size = picture.width.flatMap { width in picture.height.map { PixelSize(width: width, height: $0) } }
        return .here(.file(picture.path), size)
    }

    fileprivate init(_ outcome: PictureOutcome) {
        switch outcome {
        case .kept(let picture): self = .here(picture)
        case .passing(let bytes): self = .here(.bytes(bytes), nil)
        case .failed(let reason), .unreached(let reason): self = .missing(reason)
        }
    }
}
