/// The signs that the typesetter draws. They are one cell wide, and every font of a terminal has them.
struct Signs {
    let bullets = ["•", "◦", "–"]
    let bar = "│"
    let rule = "─"
    let heavyRule = "━"
    let continuation = "↪"
    let open = "▾"
    private let junctions = [" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"]

    /// The sign where lines meet that go up, down, left and right.
    func junction(up: Bool, down: Bool, left: Bool, right: Bool) -> String {
        junctions[(up ? 1 : 0) + (down ? 2 : 0) + (left ? 4 : 0) + (right ? 8 : 0)]
    }
}
