import Signals

/// Shows or hides the pictures of articles.
@MainActor final class ShowingPictures: WorkspaceUser {
    let workspace: Workspace

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    func toggle() {
        guard place == .article else { return }
        let pictures = workspace.pictures
        guard pictures.screen != nil else { return status = .refused("This screen shows no pictures") }
        guard !pictures.images.isEmpty else { return status = .refused("This article has no pictures") }
        pictures.isHidden.toggle()
        status = .done(pictures.isHidden ? "Pictures are hidden" : "Pictures are shown")
    }
}
