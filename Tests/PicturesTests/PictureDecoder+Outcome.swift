import TestSupport

@testable import Pictures

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
