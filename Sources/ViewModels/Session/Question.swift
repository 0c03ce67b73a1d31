/// What is asked by a line at the foot of the screen, and what is done with the answer.
struct Question {
    let label: String
    /// What the history of its answers is called; none is kept where there is no name.
    var history: String?
    /// Whether what is typed shows rows that the mouse may point at meanwhile.
    var findsRows = false
    /// Whether it is a search of the library, which is the same with less of what was typed.
    var isSearch = false
    /// Whether an empty answer means something.
    var takesNothing = false
    /// Says that the row is gone that it was asked for, where it is.
    var tellsOfLostRow: @MainActor () -> Bool = { false }
    /// What could stand where the cursor is, for the text before it.
    var completion: @MainActor (String) -> Completion = { _ in .none }
    /// Follows the text while it is typed.
    var follow: @MainActor (String) -> Void = { _ in }
    /// Takes back what following has shown.
    var leave: @MainActor () -> Void = {}
    /// Takes the answer, or says what is wrong with it.
    let submit: @MainActor (String) throws -> Void
}

/// What is done with what is chosen from a list.
typealias Decision = @MainActor (Choice.Option) -> Void
