/// Who made a step of the journal, as far as undo must know.
enum StepMaker {
    case user, rules, sync

    /// The condition for its steps in the journal.
    var condition: String {
        switch self {
        case .user: "kind NOT IN ('rules', 'sync')"
        case .rules: "kind = 'rules'"
        case .sync: "kind = 'sync'"
        }
    }
}
