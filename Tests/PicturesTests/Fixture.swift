import TestSupport

@testable import Pictures

/// A picture in `Fixtures`. Unless its name says otherwise it has 64×48 pixels in four parts: red and green above, blue and
/// white below. With opacity, its right half is transparent.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] { try ProjectFile.bytes(folder + name) }

    static func path(_ name: String) -> String { ProjectFile.path(folder + name) }

    private static let folder = "Tests/PicturesTests/Fixtures/"
}

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

extension PictureDecoder {
    /// A decoder whose helper is a small program of the tests.
    static func forTests(idleTime: Duration = .seconds(60)) throws -> PictureDecoder {
        PictureDecoder(command: [try BuildProducts.executable("ConfinedHelper")], idleTime: idleTime)
    }

    func outcome(_ source: PictureSource, width: Int = 800, height: Int = 600) async -> Result<
        DecodedPicture, PictureFailure
    > {
        await withCheckedContinuation { continuation in
            decode(source, fitting: PixelSize(width: width, height: height)) { continuation.resume(returning: $0) }
        }
    }

    func failure(_ bytes: [UInt8]) async -> PictureFailure? {
        if case .failure(let failure) = await outcome(.bytes(bytes)) { failure } else { nil }
    }

    func drawn(_ pixels: Pixels, _ request: CellRequest) async throws -> CellPicture {
        try await withCheckedContinuation { continuation in
            cells(of: pixels, request) { continuation.resume(returning: $0) }
        }.get()
    }

    func sixels(_ pixels: Pixels) async throws -> SixelPicture {
        try await withCheckedContinuation { continuation in
            sixels(of: pixels, background: RGB(red: 0, green: 0, blue: 0)) { continuation.resume(returning: $0) }
        }.get()
    }
}
