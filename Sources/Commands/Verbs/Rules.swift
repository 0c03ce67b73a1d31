import Configuration
import Library
import Spelling
import Subscriptions

extension Verb {
    static let rulesPreview = Verb(
        name: "rules preview", operands: "[RULE…]", summary: "count the items each rule would match",
        details: [
            """
            RULE is a rule as in the config file, such as “on new tag:ads do hide”. Without RULE, checks every rule in the \
            config file. Checks rules against all items, and changes nothing.
            """
        ],
        options: [.json],
        examples: [
            Example(
                line: "lede rules preview 'on new title =~ \"sponsored\" do mark-read'",
                meaning: "count the items that a rule would match")
        ]
    ) { arguments in
        let rules = try arguments.rules()
        let library = try Subscriptions(reading: arguments.paths()).library
        for rule in rules {
            let (touched, items) = try library.preview(of: rule)
            if arguments.has("--json") {
                Output.line(
                    .object(["rule": .string(rule.text), "touched": .integer(touched), "items": .integer(items)]))
            } else {
                let name = arguments.operands.isEmpty ? "\(rule.place): \(rule.text): " : ""
                Output.columns("\(name)would match \(touched.grouped) of \(items.grouped) items")
            }
        }
        return 0
    }
}

extension Arguments {
    fileprivate func rules() throws(CommandFailure) -> [Rule] {
        guard !operands.isEmpty else {
            let (rules, problems) = Config.read(try paths()).rules
            for problem in problems { Output.complain(problem.description) }
            return rules
        }
        let text = operands.joined(separator: " ")
        let start = text.hasPrefix("on ") ? 3 : 0
        do {
            return [try Rule(String(text.dropFirst(start)), place: "the command line")]
        } catch {
            throw .usage("invalid rule: column \(error.column + start): \(error.reason)")
        }
    }
}
