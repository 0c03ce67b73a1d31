import Testing

@testable import Pictures

@Suite struct `Decoding of pictures` {
    @Test(arguments: [
        "baseline.jpg", "progressive.jpg", "arithmetic.jpg", "palette.png", "sixteen-bit.png", "lossy.webp",
        "animated.webp", "still.gif", "still.avif", "animated.avif"
    ])
    func `a picture of each format is decoded, an animated one to its first frame`(name: String) throws {
        let picture = try decoded(Fixture.bytes(name)).get()
        #expect(picture.original == PixelSize(width: 64, height: 48))
        #expect(picture.pixels.size == picture.original)
        #expect(picture.pixels.channels == 3)
        #expect(picture.pixels.showsQuarters)
    }

    @Test(arguments: [
        "baseline.jpg", "progressive.jpg", "palette.png", "lossy.webp", "animated.webp", "still.gif", "still.avif"
    ])
    func `a picture that is too large gets smaller and keeps its shape`(name: String) throws {
        for (room, width, height) in [(24, 24, 18), (10, 10, 8), (1, 1, 1)] {
            let picture = try decoded(Fixture.bytes(name), width: room, height: 1000).get()
            #expect(picture.original == PixelSize(width: 64, height: 48))
            #expect(picture.pixels.size == PixelSize(width: width, height: height))
            if room > 1 { #expect(picture.pixels.showsQuarters) }
        }
        let picture = try decoded(Fixture.bytes(name), width: 1000, height: 24).get()
        #expect(picture.pixels.size == PixelSize(width: 32, height: 24))
    }

    @Test(arguments: ["interlaced-opacity.png", "lossless-opacity.webp", "interlaced-transparent.gif", "opacity.avif"])
    func `transparent parts stay transparent at every size`(name: String) throws {
        for width in [64, 16, 7] {
            let pixels = try decoded(Fixture.bytes(name), width: width, height: 1000).get().pixels
            #expect(pixels.channels == 4)
            #expect(pixels.shows([220, 30, 30, 255], column: 0, row: 0))
            #expect(pixels.shows([30, 30, 220, 255], column: 0, row: pixels.size.height - 1))
            #expect(pixels[pixels.size.width - 1, 0][3] < 16)
        }
    }

    @Test(arguments: ["grey.jpg", "grey.png"])
    func `greys are decoded to colours`(name: String) throws {
        let pixels = try decoded(Fixture.bytes(name)).get().pixels
        #expect(pixels.channels == 3)
        #expect(pixels.shows([40, 40, 40], column: 10, row: 20))
    }

    @Test(arguments: [
        (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"), (8, "gwrb")
    ])
    func `a photo is shown upright, as its camera says`(orientation: Int, corners: String) throws {
        let photo = try Fixture.bytes("baseline.jpg").withOrientation(orientation)
        let picture = try decoded(photo, width: 32, height: 32).get()
        let isTall = orientation > 4
        #expect(picture.original == (isTall ? PixelSize(width: 48, height: 64) : PixelSize(width: 64, height: 48)))
        #expect(picture.pixels.size == (isTall ? PixelSize(width: 24, height: 32) : PixelSize(width: 32, height: 24)))
        let colors: [Character: [UInt8]] = [
            "r": [220, 30, 30], "g": [30, 200, 30], "b": [30, 30, 220], "w": [250, 250, 250]
        ]
        let (right, bottom) = (picture.pixels.size.width - 2, picture.pixels.size.height - 2)
        for (corner, place) in zip(corners, [(1, 1), (right, 1), (1, bottom), (right, bottom)]) {
            #expect(picture.pixels.shows(colors[corner]!, column: place.0, row: place.1), "\(corner) at \(place)")
        }
    }

    @Test func `pictures for print are shown in colours, whichever way they store ink`() throws {
        let grey = try Fixture.bytes("grey.jpg")
        // Column 10 has 40 of 255 of each ink, and of black.
        let inks = try decoded(grey.asInks(adobe: false)).get().pixels
        #expect(inks.shows([181, 181, 181], column: 10, row: 20))
        // Adobe's programs store what stays free of ink.
        let free = try decoded(grey.asInks(adobe: true)).get().pixels
        #expect(free.shows([6, 6, 6], column: 10, row: 20))
    }

    @Test func `the format is what the first bytes say`() throws {
        #expect(try PictureFormat(Fixture.bytes("still.gif")) == .gif)
        #expect(try PictureFormat(Fixture.bytes("animated.avif")) == .avif)
        #expect(throws: PictureFailure.unknownFormat) { try PictureFormat(Array("BM6".utf8)) }
        #expect(throws: PictureFailure.unknownFormat) { try PictureFormat([]) }
        #expect(throws: PictureFailure.isSVG) { try PictureFormat(Array("<?xml version='1.0'?>\n<SVG>".utf8)) }
    }

    @Test func `what a missing library would decode is named with its package`() throws {
        let bytes = try Fixture.bytes("still.avif")
        let failure = bytes.withUnsafeBytes { bytes in
            #expect(throws: PictureFailure.self) {
                try DecodedPicture(bytes, fitting: PixelSize(width: 9, height: 9), Libraries([.png]))
            }
        }
        #expect(failure?.words == "AVIF pictures need the Debian package libavif15")
    }

    @Test func `a smaller picture has the average of each area`() {
        var scaler = RowScaler(from: PixelSize(width: 3, height: 3), to: PixelSize(width: 2, height: 2), channels: 3)
        for row in [[0, 90, 180], [90, 180, 30], [60, 0, 240]] as [[UInt8]] {
            row.flatMap { [$0, $0, $0] }.withUnsafeBufferPointer { scaler.add($0) }
        }
        #expect(scaler.isComplete)
        // Each new pixel covers one and a half old ones in each direction.
        let areas = [(0 + 45 + 45 + 45), (45 + 180 + 45 + 15), (45 + 45 + 60 + 0), (45 + 15 + 0 + 240)]
        #expect(scaler.bytes == areas.flatMap { area in (0..<3).map { _ in UInt8((Double(area) / 2.25).rounded()) } })
    }
}

extension [UInt8] {
    /// A JPEG picture whose four inks are all the same grey one.
    fileprivate func asInks(adobe: Bool) throws -> [UInt8] {
        let frame = try #require((0..<count).first { self[$0...].starts(with: [0xFF, 0xC0]) })
        let scan = try #require((frame..<count).first { self[$0...].starts(with: [0xFF, 0xDA]) })
        var picture: [UInt8] = [0xFF, 0xD8]
        if adobe { picture += [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0] }
        // Without JFIF's segment, by which libjpeg takes more inks for a mistake.
        let segment = 4 + Int(self[4]) * 256 + Int(self[5])
        picture += self[segment..<frame + 2]
        picture += [0, 20]
        picture += self[frame + 4..<frame + 9]
        picture.append(4)
        for component in UInt8(1)...4 { picture += [component, 0x11, 0] }
        picture += self[frame + 13..<scan]
        for component in UInt8(1)...4 {
            picture += self[scan..<scan + 5]
            picture.append(component)
            picture += self[scan + 6..<count - 2]
        }
        return picture + [0xFF, 0xD9]
    }

    /// The same JPEG picture with an orientation in an Exif segment.
    fileprivate func withOrientation(_ orientation: Int) -> [UInt8] {
        let entry: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
        let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        return Array(prefix(2)) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + dropFirst(2)
    }
}
