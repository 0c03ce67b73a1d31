import Typesetting

/// The help for the place from which it was opened.
@MainActor final class HelpPlace: TextScreen {
    let place = Place.help
    let pager = PagerModel()

    /// Shows a text that depends on the width.
    func show(_ make: @escaping (_ width: Int) -> Document) { pager.show(fitting: make) }
}
