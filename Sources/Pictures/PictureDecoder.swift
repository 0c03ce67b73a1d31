import CLinux
import Dispatch
import Glibc
import System

/// Decodes and draws pictures in a helper process, one after the other.
///
/// The helper starts with the first picture and ends when there was none for a while. A picture that crashes it, or takes
/// too long, fails alone. Each `finish` is called once, on a queue of the decoder, and must not block it.
package final class PictureDecoder: Sendable {
    private struct State {
        var helper: HelperProcess?
        var lastUse = ContinuousClock.now
        /// Whether the end of an idle helper is planned.
        var awaitsIdleness = false
    }

    private let command: [String]
    private let idleTime: Duration
    /// A queue of its own, since its thread waits for the helper.
    private let queue = DispatchQueue(label: "lede.pictures")
    /// Used on the queue only.
    private let state = Locked(State())

    /// By default the helper is this program, which must run `PictureHelper` if its first argument says so.
    package init(command: [String] = ["/proc/self/exe"], idleTime: Duration = .seconds(10)) {
        (self.command, self.idleTime) = (command, idleTime)
        // Our parent may have ignored SIGCHLD, and then the kernel keeps no ended children, whose numbers others get.
        signal(SIGCHLD, SIG_DFL)
    }

    /// The number of the running helper's process.
    var helperProcess: Int32? { state.withLock { $0.helper?.process } }

    /// Decodes a picture, so that it fits into a room but never larger than it is.
    @discardableResult
    package func decode(
        _ source: PictureSource, fitting room: PixelSize,
        finish: @escaping @Sendable (Result<DecodedPicture, PictureFailure>) -> Void
    ) -> PictureJob {
        run(finish) { decoder throws(PictureFailure) in
            let file = try PictureFile(source)
            let isAVIF = try file.format == .avif
            // What nobody can see needn't be asked for.
            let room = PixelSize(width: min(max(1, room.width), 4000), height: min(max(1, room.height), 4000))
            let answer = try decoder.ask(.decode(fitting: room), with: file, needsAVIF: isAVIF, upTo: room.area * 4)
            guard answer.size.width <= room.width, answer.size.height <= room.height,
                answer.original.width >= answer.size.width, answer.original.height >= answer.size.height,
                let pixels = Pixels(size: answer.size, channels: answer.channels, bytes: answer.bytes)
            else { throw .crashed }
            return DecodedPicture(pixels: pixels, original: answer.original)
        }
    }

    /// Draws pixels as characters.
    @discardableResult
    package func cells(
        of pixels: Pixels, _ request: CellRequest,
        finish: @escaping @Sendable (Result<CellPicture, PictureFailure>) -> Void
    ) -> PictureJob {
        precondition(request.isPossible, "a picture takes cells of a screen")
        return draw(.cells(request), pixels, upTo: CellPicture.byteCount(of: request), finish) { bytes in
            CellPicture(columns: request.columns, rows: request.rows, bytes: bytes)
        }
    }

    /// Draws pixels as a sixel picture of the same size.
    @discardableResult
    package func sixels(
        of pixels: Pixels, background: RGB,
        finish: @escaping @Sendable (Result<SixelPicture, PictureFailure>) -> Void
    ) -> PictureJob {
        draw(.sixel(background: background), pixels, upTo: 2 * pixels.bytes.count + 65_536, finish) { SixelPicture($0) }
    }

    /// Compresses pixels as kitty wants them: with zlib.
    @discardableResult
    package func compress(
        _ pixels: Pixels, finish: @escaping @Sendable (Result<[UInt8], PictureFailure>) -> Void
    ) -> PictureJob {
        draw(.compressed, pixels, upTo: pixels.bytes.count * 2 + 1024, finish) { $0 }
    }

    /// Makes a PNG file of pixels.
    @discardableResult
    package func png(
        of pixels: Pixels, finish: @escaping @Sendable (Result<[UInt8], PictureFailure>) -> Void
    ) -> PictureJob {
        draw(.png, pixels, upTo: pixels.bytes.count * 2 + 4096, finish) { $0 }
    }

    /// Finds out which libraries aren't installed.
    package func findMissingLibraries(finish: @escaping @Sendable (Result<[PictureLibrary], PictureFailure>) -> Void) {
        run(finish) { decoder throws(PictureFailure) in
            let file = try PictureFile(holding: [0])
            let limit = PictureLibrary.allCases.count
            let answer = try decoder.ask(.missingLibraries, with: file, needsAVIF: true, upTo: limit)
            return answer.bytes.compactMap { PictureLibrary(rawValue: UInt32($0)) }
        }
    }

    private func draw<Drawn: Sendable>(
        _ drawing: HelperRequest.Drawing, _ pixels: Pixels, upTo limit: Int,
        _ finish: @escaping @Sendable (Result<Drawn, PictureFailure>) -> Void,
        read: @escaping @Sendable ([UInt8]) -> Drawn?
    ) -> PictureJob {
        run(finish) { decoder throws(PictureFailure) in
            let file = try PictureFile(holding: pixels.bytes)
            let request = HelperRequest.draw(drawing, pixels.size, channels: pixels.channels)
            let answer = try decoder.ask(request, with: file, needsAVIF: false, upTo: limit)
            guard let drawn = read(answer.bytes) else { throw .crashed }
            return drawn
        }
    }

    @discardableResult
    private func run<Made: Sendable>(
        _ finish: @escaping @Sendable (Result<Made, PictureFailure>) -> Void,
        work: @escaping @Sendable (PictureDecoder) throws(PictureFailure) -> Made
    ) -> PictureJob {
        let job = PictureJob()
        queue.async {
            finish(
                Result { () throws(PictureFailure) in
                    if job.isCancelled { throw .cancelled }
                    return try work(self)
                })
        }
        return job
    }

    /// Asks the helper, which is started if necessary. A helper that doesn't answer well is ended.
    private func ask(
        _ request: HelperRequest, with file: borrowing PictureFile, needsAVIF: Bool, upTo limit: Int
    ) throws(PictureFailure) -> HelperAnswer {
        let deadline = ContinuousClock.now + PictureLimits.time
        var helper = state.withLock { $0.helper }
        if let running = helper, needsAVIF && !running.knowsAVIF || !running.send(request, with: file) { helper = nil }
        if helper == nil {
            endHelper()
            let started = try HelperProcess(command, knowsAVIF: needsAVIF)
            guard started.send(request, with: file) else { throw .crashed }
            helper = started
            state.withLock { $0.helper = started }
        }
        defer { noteUse() }
        guard let helper else { throw .crashed }
        do throws(PictureFailure) {
            return try helper.receive(upTo: limit, until: deadline)
        } catch {
            if [.crashed, .tookTooLong].contains(error) { endHelper() }
            throw error
        }
    }

    private func noteUse() {
        let isPlanned = state.withLock { state in
            state.lastUse = .now
            defer { state.awaitsIdleness = true }
            return state.awaitsIdleness
        }
        if !isPlanned { endHelper(ifIdleAfter: idleTime) }
    }

    private func endHelper(ifIdleAfter time: Duration) {
        let (seconds, attoseconds) = time.components
        let delay = DispatchTimeInterval.nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            let left: Duration? = state.withLock { state in
                let left = self.idleTime - (.now - state.lastUse)
                if left > .zero { return left }
                state.awaitsIdleness = false
                return nil
            }
            if let left { endHelper(ifIdleAfter: left) } else { endHelper() }
        }
    }

    /// Ends the helper once nobody uses it. That takes a moment, so the lock isn't held.
    private func endHelper() {
        let helper = state.withLock { state in
            defer { state.helper = nil }
            return state.helper
        }
        _ = helper
    }
}

/// Work of the helper that somebody waits for.
package final class PictureJob: Sendable {
    private let state = Locked(false)

    /// Whoever waits for it gets `cancelled`, unless the helper is at it already.
    package func cancel() { state.withLock { $0 = true } }

    var isCancelled: Bool { state.withLock { $0 } }
}

/// Where a picture is, as it came from the network.
package enum PictureSource: Sendable {
    case bytes([UInt8])
    /// The path of a file.
    case file(String)
}

/// An open file for the helper. Its owner closes it.
struct PictureFile: ~Copyable {
    let descriptor: Int32

    /// Opens a picture that the helper may decode. Its bytes stay where they are.
    init(_ source: PictureSource) throws(PictureFailure) {
        switch source {
        case .bytes(let bytes):
            guard bytes.count <= PictureLimits.bytes else { throw .tooLong }
            try self.init(holding: bytes)
        case .file(let path): try self.init(opening: path)
        }
    }

    private init(opening path: String) throws(PictureFailure) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        var status = stat()
        // A pipe might never end.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        guard status.st_size <= PictureLimits.bytes else { throw .tooLong }
    }

    /// Makes a file in memory.
    init(holding bytes: [UInt8]) throws(PictureFailure) {
        do throws(Launch.Failure) { descriptor = try Launch.file(holding: bytes) } catch {
            throw .notStarted(error.reason)
        }
    }

    deinit { close(descriptor) }

    /// The format of the picture, so that nobody starts a helper for what it won't decode.
    var format: PictureFormat {
        get throws(PictureFailure) {
            var first = [UInt8](repeating: 0, count: PictureFormat.bytesNeeded)
            let count = pread(descriptor, &first, first.count, 0)
            guard count >= 0 else { throw .unreadable }
            return try PictureFormat(first.prefix(count))
        }
    }
}
