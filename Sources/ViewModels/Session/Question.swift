/// A question at the bottom of the screen, and what to do with the answer.
struct Question {
    let label: String
    /// The name of the history of answers; nil keeps none.
    var history: String?
    /// Whether the typed text shows rows that the mouse can choose.
    var findsRows = false
    /// Whether it searches the library. A search may use text that was cut.
    var isSearch = false
    /// Whether an empty answer is valid.
    var takesNothing = false
    /// If the row that the question is about has disappeared, says so and returns true.
    var tellsOfLostRow: @MainActor () -> Bool = { false }
    /// Returns the completions for the text before the cursor.
    var completion: @MainActor (String) -> Completion = { _ in .none }
    /// Called with the text while the user types.
    var follow: @MainActor (String) -> Void = { _ in }
    /// Undoes what `follow` has shown.
    var leave: @MainActor () -> Void = {}
    /// Accepts the answer, or throws why it is invalid.
    let submit: @MainActor (String) throws -> Void
}

/// Called with the chosen option.
typealias Decision = @MainActor (Choice.Option) -> Void
