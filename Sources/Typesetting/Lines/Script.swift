/// Superscript and subscript in Unicode's characters.
enum Script {
    case superscript
    case `subscript`

    /// The sign before text without such characters.
    var sign: String { self == .superscript ? "^" : "_" }

    /// Returns the text in small characters, without the brackets of notes; nil if one is missing.
    func shifted(_ text: String) -> String? {
        var shifted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "[", "]": break
            case "*", "†", "‡", "′", "″", "°": shifted.append(scalar)
            default:
                guard let small = table[scalar] else { return nil }
                shifted.append(small)
            }
        }
        return shifted.isEmpty ? nil : String(shifted)
    }

    private var table: [UnicodeScalar: UnicodeScalar] { self == .superscript ? Self.superscripts : Self.subscripts }

    private static let superscripts = pairs(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
    private static let subscripts = pairs("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")

    private static func pairs(_ plain: String, _ small: String) -> [UnicodeScalar: UnicodeScalar] {
        Dictionary(zip(plain.unicodeScalars, small.unicodeScalars), uniquingKeysWith: { first, _ in first })
    }
}
