/// How the terminal shows pictures.
package enum PictureWay: String, CaseIterable, Sendable {
    /// In the best way that the terminal has.
    case auto
    case kitty, sixel, iterm, blocks
    case no
}

extension Config {
    package var pictures: PictureWay { PictureWay(rawValue: text(.pictures)) ?? .auto }
}
