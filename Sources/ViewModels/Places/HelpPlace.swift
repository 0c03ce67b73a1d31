import Typesetting

/// The keys of the place that it was opened from.
@MainActor final class HelpPlace: TextScreen {
    let place = Place.help
    let pager = PagerModel()

    /// Shows a text that is another for another width.
    func show(_ make: @escaping (_ width: Int) -> Document) { pager.show(fitting: make) }
}
