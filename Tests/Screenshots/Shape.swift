/// A character that fills a part of its cell and is drawn as a shape to meet its neighbours, because fonts disagree on
/// its height.
struct Shape: Equatable {
    /// As fractions of a cell, from its upper left corner.
    let area: Area

    struct Area: Equatable {
        let x, y, width, height: Double
    }

    init?(_ text: String) {
        switch text {
        case "│": area = Area(x: 0.45, y: 0, width: 0.12, height: 1)
        case "─": area = Area(x: 0, y: 0.48, width: 1, height: 0.05)
        case "━": area = Area(x: 0, y: 0.46, width: 1, height: 0.1)
        case "▐": area = Area(x: 0.5, y: 0, width: 0.5, height: 1)
        case "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█":
            // Eighths of a cell, in the order of their Unicode code points.
            guard let scalar = text.unicodeScalars.first else { return nil }
            let height = Double(scalar.value - 0x2580) / 8 * 0.8
            area = Area(x: 0, y: 0.9 - height, width: 1, height: height)
        default: return nil
        }
    }
}
