/// What lede asks its helper for. A descriptor goes along, of a file as it came from the network, or of pixels that the
/// helper decoded before.
enum HelperRequest: Equatable {
    enum Drawing: Equatable {
        case cells(CellRequest)
        /// A sixel picture of the same size.
        case sixel(background: RGB)
        /// The pixels, compressed as zlib does.
        case compressed
        case png
    }

    /// Pixels that fit into a room.
    case decode(fitting: PixelSize)
    case draw(Drawing, PixelSize, channels: Int)
    /// The numbers of the libraries that aren't there.
    case missingLibraries
}

extension HelperRequest {
    init?(_ numbers: WireNumbers) {
        let size = PixelSize(width: numbers[1], height: numbers[2])
        if numbers[0] == 0 {
            self = .decode(fitting: size)
        } else if numbers[0] == Self.missingLibrariesKind {
            self = .missingLibraries
        } else if let drawing = Drawing(numbers) {
            self = .draw(drawing, size, channels: numbers[3])
        } else {
            return nil
        }
    }

    private static let missingLibrariesKind = 5

    var numbers: WireNumbers {
        switch self {
        case .decode(let room): WireNumbers([0, UInt32(room.width), UInt32(room.height)])
        case .draw(let drawing, let size, let channels):
            WireNumbers([drawing.kind, UInt32(size.width), UInt32(size.height), UInt32(channels)] + drawing.details)
        case .missingLibraries: WireNumbers([UInt32(Self.missingLibrariesKind)])
        }
    }
}

extension HelperRequest.Drawing {
    fileprivate init?(_ numbers: WireNumbers) {
        let background = RGB(packed: UInt32(numbers[4]))
        switch numbers[0] {
        case 1:
            guard let colors = CellRequest.Colors(rawValue: UInt32(numbers[7])) else { return nil }
            self = .cells(
                CellRequest(columns: numbers[5], rows: numbers[6], colors: colors, background: background))
        case 2: self = .sixel(background: background)
        case 3: self = .compressed
        case 4: self = .png
        default: return nil
        }
    }

    fileprivate var kind: UInt32 {
        switch self {
        case .cells: 1
        case .sixel: 2
        case .compressed: 3
        case .png: 4
        }
    }

    fileprivate var details: [UInt32] {
        switch self {
        case .cells(let cells):
            [cells.background.packed, UInt32(cells.columns), UInt32(cells.rows), cells.colors.rawValue]
        case .sixel(let background): [background.packed]
        case .compressed, .png: []
        }
    }
}
