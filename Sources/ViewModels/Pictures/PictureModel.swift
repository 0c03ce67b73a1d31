package import Signals

/// The pictures in articles.
@MainActor package final class PictureModel {
    /// What the screen can show; nil if it shows no pictures.
    @Published package var screen: PictureScreen?
}
