/// A character that fills a part of its cell and is drawn as a shape to meet its neighbours, because fonts disagree on
/// its height.
struct Shape: Equatable {
    /// As fractions of a cell, from its upper left corner.
    let area: Area

    struct Area: Equatable {
        let x, y, width, height: Double
    }

    /// A part of a picture meets its neighbours on all sides; elsewhere, eighths are small diagrams.
    init?(_ text: String, inPicture: Bool) {
        if inPicture, let area = Self.block(text) {
            self.area = area
            return
        }
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

    /// Halves and eighths, counted from the bottom and from the left (Unicode's block elements). Nil for quarters.
    private static func block(_ text: String) -> Area? {
        guard let code = text.unicodeScalars.first?.value else { return nil }
        switch code {
        case 0x2580: return Area(x: 0, y: 0, width: 1, height: 0.5)
        case 0x2581...0x2588:
            let height = Double(code - 0x2580) / 8
            return Area(x: 0, y: 1 - height, width: 1, height: height)
        case 0x2589...0x258F: return Area(x: 0, y: 0, width: Double(0x2590 - code) / 8, height: 1)
        case 0x2590: return Area(x: 0.5, y: 0, width: 0.5, height: 1)
        case 0x2594: return Area(x: 0, y: 0, width: 1, height: 0.125)
        case 0x2595: return Area(x: 0.875, y: 0, width: 0.125, height: 1)
        case 0x2596: return Area(x: 0, y: 0.5, width: 0.5, height: 0.5)
        case 0x2597: return Area(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        case 0x2598: return Area(x: 0, y: 0, width: 0.5, height: 0.5)
        case 0x259D: return Area(x: 0.5, y: 0, width: 0.5, height: 0.5)
        default: return nil
        }
    }
}
