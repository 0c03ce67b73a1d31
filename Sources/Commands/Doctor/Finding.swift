/// The result of checking one thing that lede depends on.
struct Finding {
    let subject: String
    let words: String
    /// What to do about it; nil if all is well.
    var advice: String?

    var json: JSON {
        .object([
            "check": .string(subject), "ok": .bool(advice == nil), "finding": .string(words), "advice": JSON(advice)
        ])
    }
}
