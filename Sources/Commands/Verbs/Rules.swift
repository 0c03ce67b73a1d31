import Configuration
import Library
import Subscriptions

extension Verb {
    static let rulesPreview = Verb(
        name: "rules preview", operands: "[RULE…]", summary: "tell how many items rules would touch",
        details: [
            """
            RULE is what stands in a line of the config file, such as “on new tag:ads do hide”; without one, each rule of \
            the file is meant. They are tried on all items that there are, and nothing is changed.
            """
        ],
        options: [.json],
        examples: [
            Example(
                line: "lede rules preview 'on new title =~ \"sponsored\" do mark-read'",
                meaning: "how many that would be")
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
                Output.columns("\(name)would touch \(touched.grouped) of \(items.grouped)")
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
            throw .usage("the rule can't be understood: column \(error.column + start): \(error.reason)")
        }
    }
}

extension Int {
    /// With a comma between thousands.
    fileprivate var grouped: String {
        var text = ""
        for (place, digit) in String(self).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
