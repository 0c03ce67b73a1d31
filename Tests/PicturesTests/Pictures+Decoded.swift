@testable import Pictures

/// Everything that this machine has.
let libraries = Libraries(Set(PictureLibrary.allCases))

/// Decodes a picture in this process.
func decoded(_ bytes: [UInt8], width: Int = 1000, height: Int = 1000) -> Result<DecodedPicture, PictureFailure> {
    bytes.withUnsafeBytes { bytes in
        Result { () throws(PictureFailure) in
            try DecodedPicture(bytes, fitting: PixelSize(width: width, height: height), libraries)
        }
    }
}

func failure(_ bytes: [UInt8]) -> PictureFailure? {
    if case .failure(let failure) = decoded(bytes) { failure } else { nil }
}

extension Pixels {
    subscript(column: Int, row: Int) -> [UInt8] {
        let start = (row * size.width + column) * channels
        return Array(bytes[start..<start + channels])
    }

    /// Whether a pixel has nearly this colour.
    func shows(_ color: [UInt8], column: Int, row: Int) -> Bool {
        zip(self[column, row], color).allSatisfy { abs(Int($0) - Int($1)) < 16 }
    }

    /// Whether it is the picture of the fixtures.
    var showsQuarters: Bool {
        let (right, bottom) = (size.width * 3 / 4, size.height * 3 / 4)
        return shows([220, 30, 30], column: size.width / 4, row: size.height / 4)
            && shows([30, 200, 30], column: right, row: size.height / 4)
            && shows([30, 30, 220], column: size.width / 4, row: bottom)
            && shows([250, 250, 250], column: right, row: bottom)
    }
}
