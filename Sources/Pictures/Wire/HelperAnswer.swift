/// What the helper answers. lede takes it for the word of an attacker: it checks sizes, characters and sequences, and
/// finds the words for failures itself.
struct HelperAnswer: Equatable {
    /// Nil if it did what it was asked.
    var failure: PictureFailure?
    /// The size of the picture that came.
    var original = PixelSize(width: 0, height: 0)
    /// The size of the pixels that go.
    var size = PixelSize(width: 0, height: 0)
    var channels = 0
    var bytes: [UInt8] = []
}

extension HelperAnswer {
    /// What comes before the bytes, with the number of those.
    var head: WireNumbers {
        WireNumbers([
            failure?.code ?? 0, failure?.library?.rawValue ?? 0, UInt32(original.width), UInt32(original.height),
            UInt32(size.width), UInt32(size.height), UInt32(channels), UInt32(bytes.count)
        ])
    }

    init?(_ head: WireNumbers) {
        failure = nil
        if head[0] != 0 {
            guard let failure = PictureFailure(code: UInt32(head[0]), library: UInt32(head[1])) else { return nil }
            self.failure = failure
        }
        original = PixelSize(width: head[2], height: head[3])
        size = PixelSize(width: head[4], height: head[5])
        channels = head[6]
    }
}

/// The failures that the helper reports.
extension PictureFailure {
    private static let reported: [PictureFailure] = [
        .tooLong, .tooManyPixels, .unknownFormat, .isSVG, .damaged, .needsTooMuchMemory, .unreadable, .unconfined
    ]

    fileprivate var library: PictureLibrary? { if case .missing(let library) = self { library } else { nil } }

    /// A number other than 0.
    fileprivate var code: UInt32 { UInt32((Self.reported.firstIndex(of: self) ?? Self.reported.count) + 1) }

    fileprivate init?(code: UInt32, library: UInt32) {
        if code > 0, code <= Self.reported.count {
            self = Self.reported[Int(code) - 1]
        } else if code == Self.reported.count + 1, let library = PictureLibrary(rawValue: library) {
            self = .missing(library)
        } else {
            return nil
        }
    }
}
