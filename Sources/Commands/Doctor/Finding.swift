/// What a look at one thing that lede stands on came to.
struct Finding {
    let subject: String
    let words: String
    /// What to do about it; nil where all is well.
    var advice: String?

    var json: JSON {
        .object([
            "check": .string(subject), "ok": .bool(advice == nil), "finding": .string(words), "advice": JSON(advice)
        ])
    }
}
