/// The pixels that a terminal makes of a sixel sequence.
struct Sixels {
    private(set) var width = 0
    private(set) var height = 0
    private var pixels: [SIMD2<Int>: [Int]] = [:]

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var body = Substring(text.dropFirst(2).drop { $0 != "q" }.dropFirst().dropLast(2))
        var palette: [Int: [Int]] = [:]
        var (color, column, top) = (0, 0, 0)
        func numbers() -> [Int] {
            let digits = body.prefix { $0.isNumber || $0 == ";" }
            body = body.dropFirst(digits.count)
            return digits.split(separator: ";").compactMap { Int($0) }
        }
        while let sign = body.popFirst() {
            switch sign {
            case "\"":
                let size = numbers()
                (width, height) = (size[2], size[3])
            case "#":
                let values = numbers()
                color = values[0]
                // In percent.
                if values.count == 5 { palette[color] = values[2...].map { $0 * 255 / 100 } }
            case "$": column = 0
            case "-": (column, top) = (0, top + 6)
            default:
                let count = sign == "!" ? numbers()[0] : 1
                let bits = Int((sign == "!" ? body.removeFirst() : sign).asciiValue ?? 63) - 63
                for row in 0..<6 where bits >> row & 1 == 1 {
                    for place in column..<column + count { pixels[SIMD2(place, top + row)] = palette[color] }
                }
                column += count
            }
        }
    }

    /// Whether a pixel is none of the picture's.
    func isEmpty(column: Int, row: Int) -> Bool { pixels[SIMD2(column, row)] == nil }

    func shows(_ color: [Int], column: Int, row: Int) -> Bool {
        guard let pixel = pixels[SIMD2(column, row)] else { return false }
        return zip(pixel, color).allSatisfy { abs($0 - $1) < 16 }
    }
}
