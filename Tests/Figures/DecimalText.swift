import Foundation

/// Numbers for people, the same in every locale.
package enum DecimalText {
    /// Three digits of a value, or all before its point; whole numbers without a point.
    package static func of(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return of(Int(value)) }
        let size = abs(value)
        let decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4
        return decimals == 0 ? of(Int(value.rounded())) : String(format: "%.\(decimals)f", value)
    }

    /// A whole number in groups of three digits, such as `1,000,000`.
    package static func of(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number.magnitude).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + String(text.reversed())
    }
}
