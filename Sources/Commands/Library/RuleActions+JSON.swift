import Configuration
import Library
import Subscriptions

extension RuleActions {
    /// Passes items to the rules' commands as JSON, as “show” and “export” print them.
    convenience init(
        _ library: Library, _ config: Config, tell: @escaping @Sendable ([Article]) -> Void,
        complain: @escaping @Sendable (String) -> Void
    ) {
        self.init(library, config, print: { $0.json(in: $1).text }, tell: tell, complain: complain)
    }
}
