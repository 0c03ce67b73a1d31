/// The signs that the typesetter draws. They are one cell wide, and all terminal fonts have them.
struct Signs {
    let bullets = ["•", "◦", "–"]
    let bar = "│"
    let rule = "─"
    let heavyRule = "━"
    let continuation = "↪"
    let open = "▾"
    private let junctions = [" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"]

    /// Returns the sign for a junction of lines in these directions.
    func junction(up: Bool, down: Bool, left: Bool, right: Bool) -> String {
        junctions[(up ? 1 : 0) + (down ? 2 : 0) + (left ? 4 : 0) + (right ? 8 : 0)]
    }
}
