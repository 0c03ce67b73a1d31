import CLinux
import CPictures
import Glibc
import System

/// The helper process: decodes pictures for lede and ends with it.
///
/// It is lede's own program, started with an argument that users never type. Requests come through its standard input, a
/// socket, and answers go back there.
package enum PictureHelper {
    /// The first argument that makes lede the helper.
    package static let argument = "--decode-pictures"
    /// The second, if the helper is for AVIF pictures: their library loads as many others as all the rest together.
    static let withAVIF = "avif"

    /// Answers requests until lede closes the socket.
    package static func run(_ arguments: some Collection<String>) -> Never {
        var wanted = Set(PictureLibrary.allCases)
        if !arguments.contains(withAVIF) { wanted.remove(.avif) }
        let libraries = Libraries(wanted)
        let isConfined = confine()
        var head = [UInt8](repeating: 0, count: WireNumbers.byteCount)
        while let descriptor = receive(&head) {
            // Lede has given up long before. This is for a helper whose lede is gone.
            limitTime(PictureLimits.longestTime)
            let answer = isConfined ? answer(head, descriptor, libraries) : HelperAnswer(failure: .unconfined)
            close(descriptor)
            guard send(answer.head.bytes), send(answer.bytes) else { break }
            limitTime(0)
        }
        _exit(0)
    }

    /// Leaves this process nothing but decoding, and limited memory. Returns false if the system can't.
    package static func confine() -> Bool {
        Confinement.limitMemory(toFurther: PictureLimits.memory) && Confinement.decoding.begin()
    }

    /// Decodes a picture in this process, for those who look for what breaks the code of the helper.
    package static func decode(_ bytes: [UInt8], fitting room: PixelSize) throws(PictureFailure) -> DecodedPicture {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(PictureFailure) in try DecodedPicture(bytes, fitting: room, everyLibrary) }
        }.get()
    }

    private static let everyLibrary = Libraries(Set(PictureLibrary.allCases))

    private static func answer(_ head: [UInt8], _ descriptor: Int32, _ libraries: Libraries) -> HelperAnswer {
        guard let request = WireNumbers(bytes: head).flatMap(HelperRequest.init) else {
            return HelperAnswer(failure: .damaged)
        }
        do throws(PictureFailure) {
            let file = try FileBytes(descriptor)
            return try request.answer(file.bytes, libraries)
        } catch {
            return HelperAnswer(failure: error)
        }
    }

    /// Reads a request. Returns nil when there will be no other.
    private static func receive(_ head: inout [UInt8]) -> Int32? {
        var descriptor: Int32 = -1
        var count = 0
        while count < head.count {
            let received = head.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                // The descriptor comes with the first byte.
                return count == 0
                    ? lede_receive_descriptor(STDIN_FILENO, rest.baseAddress, rest.count, &descriptor)
                    : read(STDIN_FILENO, rest.baseAddress, rest.count)
            }
            guard received > 0 else {
                if received < 0, errno == EINTR { continue }
                return nil
            }
            count += received
        }
        return descriptor >= 0 ? descriptor : nil
    }

    private static func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDIN_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Ends this process after so many seconds, or never if there are none.
    private static func limitTime(_ seconds: Int) {
        var time = itimerval()
        time.it_value.tv_sec = seconds
        setitimer(Int32(ITIMER_REAL.rawValue), &time, nil)
    }
}

extension HelperRequest {
    /// Does what is asked, with the bytes of the descriptor that came along.
    func answer(_ bytes: UnsafeRawBufferPointer, _ libraries: Libraries) throws(PictureFailure) -> HelperAnswer {
        switch self {
        case .decode(let room):
            guard room.width > 0, room.height > 0 else { throw .damaged }
            let picture = try DecodedPicture(bytes, fitting: room, libraries)
            return HelperAnswer(
                original: picture.original, size: picture.pixels.size, channels: picture.pixels.channels,
                bytes: picture.pixels.bytes)
        case .draw(let drawing, let size, let channels):
            guard size.area <= PictureLimits.shownPixels,
                let pixels = Pixels(size: size, channels: channels, bytes: Array(bytes))
            else { throw .damaged }
            return try HelperAnswer(bytes: drawing.bytes(of: pixels, libraries))
        case .missingLibraries: return HelperAnswer(bytes: libraries.missing.map { UInt8($0.rawValue) })
        }
    }
}

extension HelperRequest.Drawing {
    fileprivate func bytes(of pixels: Pixels, _ libraries: Libraries) throws(PictureFailure) -> [UInt8] {
        switch self {
        case .cells(let request):
            guard request.isPossible else { throw .damaged }
            guard let library = libraries.chafa else { return CellPicture.halfBlocks(of: pixels, request).bytes }
            guard let canvas = ChafaCanvas(pixels, request, library) else { throw .needsTooMuchMemory }
            return canvas.cells(request).bytes
        case .sixel(let background):
            let library = try libraries.chafa.orMissing(.chafa)
            guard let canvas = ChafaCanvas(sixelsOf: pixels, background: background, library) else {
                throw .needsTooMuchMemory
            }
            return canvas.printed()
        case .compressed: return try libraries.zlib.orMissing(.zlib).compressed(pixels.bytes)
        case .png: return try PNGFile(pixels, libraries.zlib.orMissing(.zlib)).bytes
        }
    }
}

extension CellRequest {
    /// Whether it is of a size that a terminal may have.
    var isPossible: Bool { 1...2000 ~= columns && 1...2000 ~= rows }
}

extension ZlibLibrary {
    func compressed(_ bytes: [UInt8]) throws(PictureFailure) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var compressed = [UInt8](repeating: 0, count: Int(count))
        // Fast: the bytes go no further than to a terminal.
        guard compress2(&compressed, &count, bytes, uLong(bytes.count), Z_BEST_SPEED) == Z_OK else {
            throw .needsTooMuchMemory
        }
        return Array(compressed.prefix(Int(count)))
    }
}

/// The bytes of an open file, copied: a file that somebody shortens meanwhile would end a process that maps it.
private struct FileBytes: ~Copyable {
    let bytes: UnsafeRawBufferPointer

    init(_ descriptor: Int32) throws(PictureFailure) {
        let count = lseek(descriptor, 0, SEEK_END)
        guard count >= 0 else { throw .unreadable }
        // Pixels of a screen may have more bytes than a file.
        guard count <= max(PictureLimits.bytes, PictureLimits.shownPixels * 4) else { throw .tooLong }
        guard let start = malloc(max(1, count)) else { throw .needsTooMuchMemory }
        var filled = 0
        while filled < count {
            let more = pread(descriptor, start + filled, count - filled, filled)
            if more < 0, errno == EINTR { continue }
            guard more > 0 else {
                free(start)
                throw .unreadable
            }
            filled += more
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}

/// The libraries that decode and draw pictures, as far as they are installed.
struct Libraries {
    private(set) var jpeg: JPEGLibrary?
    private(set) var png: PNGLibrary?
    private(set) var webp: WebPLibrary?
    private(set) var gif: GIFLibrary?
    private(set) var avif: AVIFLibrary?
    private(set) var zlib: ZlibLibrary?
    private(set) var chafa: ChafaLibrary?

    /// Loads them. It takes access to files.
    init(_ wanted: Set<PictureLibrary>) {
        if wanted.contains(.jpeg) { jpeg = Self.load(JPEGLibrary()) { lede_jpeg_load(&$0) } }
        if wanted.contains(.png) { png = Self.load(PNGLibrary()) { lede_png_load(&$0) } }
        if wanted.contains(.webp) { webp = Self.load(WebPLibrary()) { lede_webp_load(&$0) } }
        if wanted.contains(.gif) { gif = Self.load(GIFLibrary()) { lede_gif_load(&$0) } }
        if wanted.contains(.avif) { avif = Self.load(AVIFLibrary()) { lede_avif_load(&$0) } }
        if wanted.contains(.zlib) { zlib = Self.load(ZlibLibrary()) { lede_zlib_load(&$0) } }
        if wanted.contains(.chafa) {
            chafa = Self.load(ChafaLibrary()) { lede_chafa_load(&$0) }
            // Threads of its own would need more than the helper may do.
            chafa?.set_n_threads(1)
        }
    }

    /// Those that couldn't be loaded.
    var missing: [PictureLibrary] {
        PictureLibrary.allCases.filter { library in
            switch library {
            case .jpeg: jpeg == nil
            case .png: png == nil
            case .webp: webp == nil
            case .gif: gif == nil
            case .avif: avif == nil
            case .zlib: zlib == nil
            case .chafa: chafa == nil
            }
        }
    }

    private static func load<Library>(_ library: Library, _ load: (inout Library) -> Int32) -> Library? {
        var library = library
        return load(&library) == 0 ? nil : library
    }
}
