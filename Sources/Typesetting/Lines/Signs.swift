/// The signs that the typesetter draws, each as wide as its stand-in of ASCII.
struct Signs {
    let bullets: [String]
    let bar: String
    let rule: String
    let heavyRule: String
    let continuation: String
    let open: String
    let raised: Bool
    private let junctions: [String]

    /// The sign where lines meet that go up, down, left and right.
    func junction(up: Bool, down: Bool, left: Bool, right: Bool) -> String {
        junctions[(up ? 1 : 0) + (down ? 2 : 0) + (left ? 4 : 0) + (right ? 8 : 0)]
    }

    static let drawn = Signs(
        bullets: ["•", "◦", "–"], bar: "│", rule: "─", heavyRule: "━", continuation: "↪", open: "▾", raised: true,
        junctions: [" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"])

    static let ascii = Signs(
        bullets: ["*", "o", "-"], bar: "|", rule: "-", heavyRule: "=", continuation: ">", open: "v", raised: false,
        junctions: [" ", "|", "|", "|", "-", "+", "+", "+", "-", "+", "+", "+", "-", "+", "+", "+"])
}
