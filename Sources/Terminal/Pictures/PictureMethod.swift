/// How a terminal shows pictures.
package nonisolated enum PictureMethod: String, CaseIterable, Sendable {
    /// As text that stands for parts of an uploaded picture.
    case kitty
    case iterm
    case sixel
    /// As coloured blocks.
    case blocks
}
