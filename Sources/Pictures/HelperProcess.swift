import CLinux
import Glibc
import System

/// A running helper and our end of its socket. It ends with this object.
final class HelperProcess: Sendable {
    let process: pid_t
    private let socket: Int32
    let knowsAVIF: Bool

    /// Starts the helper: this program again, even if another version has replaced it meanwhile.
    init(_ command: [String], knowsAVIF: Bool) throws(PictureFailure) {
        let arguments = command + [PictureHelper.argument] + (knowsAVIF ? [PictureHelper.withAVIF] : [])
        do throws(Launch.Failure) {
            (process, socket) = try Launch.start(arguments, variables: Self.variables, socketAt: STDIN_FILENO)
        } catch {
            throw .notStarted(error.reason)
        }
        self.knowsAVIF = knowsAVIF
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }

    /// It keeps nothing, so it can be ended at any time.
    deinit {
        close(socket)
        kill(process, SIGKILL)
        _ = Launch.reap(process)
    }

    /// The helper gets none of the user's variables except the places of libraries.
    private static var variables: [UnsafeMutablePointer<CChar>?] {
        let places = getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=" + String(cString: $0) }
        return ["SWIFT_BACKTRACE=enable=no", places].compactMap(\.self).map { strdup($0) }
    }

    /// Sends a request. Returns false if the helper is gone, such as after the system needed its memory.
    func send(_ request: HelperRequest, with file: borrowing PictureFile) -> Bool {
        let bytes = request.numbers.bytes
        return bytes.withUnsafeBytes { lede_send_descriptor(socket, $0.baseAddress, $0.count, file.descriptor) }
            == bytes.count
    }

    /// Waits for the answer, which has a limited number of bytes.
    func receive(upTo limit: Int, until deadline: ContinuousClock.Instant) throws(PictureFailure) -> HelperAnswer {
        guard let head = try WireNumbers(bytes: read(WireNumbers.byteCount, until: deadline)),
            var answer = HelperAnswer(head), head[7] <= limit
        else { throw .crashed }
        if let failure = answer.failure { throw failure }
        answer.bytes = try read(head[7], until: deadline)
        return answer
    }

    private func read(_ count: Int, until deadline: ContinuousClock.Instant) throws(PictureFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let more = bytes.withUnsafeMutableBytes {
                Glibc.read(socket, $0.baseAddress.map { $0 + filled }, count - filled)
            }
            if more > 0 {
                filled += more
            } else if more == 0 || errno != EAGAIN && errno != EINTR {
                throw .crashed
            } else {
                try wait(until: deadline)
            }
        }
        return bytes
    }

    private func wait(until deadline: ContinuousClock.Instant) throws(PictureFailure) {
        let left = (deadline - .now) / .milliseconds(1)
        guard left > 0 else { throw .tookTooLong }
        var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = poll(&watched, 1, Int32(left.rounded(.up)))
    }
}

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

/// A row of numbers of four bytes each, as they go between lede and its helper.
struct WireNumbers {
    private(set) var numbers: [UInt32]

    static let byteCount = 12 * 4

    init(_ numbers: [UInt32]) {
        precondition(numbers.count * 4 <= Self.byteCount, "a message has a fixed length")
        self.numbers = numbers + Array(repeating: 0, count: Self.byteCount / 4 - numbers.count)
    }

    init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
            (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }
        }
    }

    var bytes: [UInt8] { numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } }

    subscript(index: Int) -> Int { Int(numbers[index]) }
}
