/// The meaning of a word in a date.
enum DateWord: Equatable {
    case month(Int)
    /// A day of the week, which is ignored: if it is wrong, the date is right.
    case weekday
    /// Ambiguous, such as "mar" in French.
    case monthOrWeekday(Int)
    case beforeNoon
    case afterNoon
    /// The unit of the number before it.
    case unit(Unit)
    /// A word without a meaning, such as "at" or "de", or the ending of "5th".
    case filler

    enum Unit {
        case year, month, day, hour, minute, second
    }

    /// Returns the meaning of a word in lower case.
    static func meaning(of word: String) -> DateWord? {
        particles[word] ?? names[word]
    }

    static func isUnit(_ word: String) -> Bool {
        if case .unit = particles[word] { true } else { false }
    }

    /// Returns the zone of the only country that uses this word, since its feeds leave the zone out.
    static func offset(impliedBy word: String) -> Int? {
        ["년", "오전", "오후"].contains(word) || ["午前", "午後"].contains(word) ? 9 * 60 : nil
    }

    private static let particles: [String: DateWord] = {
        var words: [String: DateWord] = [
            "年": .unit(.year), "년": .unit(.year), "月": .unit(.month), "월": .unit(.month), "日": .unit(.day),
            "일": .unit(.day), "号": .unit(.day), "号日": .unit(.day), "时": .unit(.hour), "時": .unit(.hour),
            "点": .unit(.hour), "시": .unit(.hour), "分": .unit(.minute), "분": .unit(.minute), "秒": .unit(.second),
            "초": .unit(.second)
        ]
        for word in ["am", "오전", "上午", "午前", "凌晨", "πμ"] { words[word] = .beforeNoon }
        for word in ["pm", "오후", "下午", "午後", "晚上", "μμ"] { words[word] = .afterNoon }
        let fillers =
            "st nd rd th er º t at of the on de del d la le den der el à um uhr kl klo em às as las h hrs г года р"
        for word in fillers.split(separator: " ") { words[String(word)] = .filler }
        return words
    }()

    // Three letters or more of a name are enough, unless another month begins with them, too.
    private static let names: [String: DateWord] = {
        var months: [String: Set<Int>] = [:]
        var weekdays: Set<String> = []
        for language in DateLanguage.all {
            for (index, names) in language.months.split(separator: " ").enumerated() {
                for name in names.split(separator: "/") {
                    for beginning in beginnings(of: name, in: language) {
                        months[beginning, default: []].insert(index + 1)
                    }
                }
            }
            for name in language.days.split(separator: " ") { weekdays.formUnion(beginnings(of: name, in: language)) }
        }
        var words = Dictionary(uniqueKeysWithValues: weekdays.map { ($0, DateWord.weekday) })
        for (name, numbers) in months {
            guard let number = numbers.first, numbers.count == 1 else { continue }
            words[name] = weekdays.contains(name) ? .monthOrWeekday(number) : .month(number)
        }
        return words
    }()

    private static func beginnings(of name: Substring, in language: DateLanguage) -> [String] {
        name.count <= 3 || !language.isShortened ? [String(name)] : (3...name.count).map { String(name.prefix($0)) }
    }
}
