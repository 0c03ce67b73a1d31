import Glibc
import System

/// A file into which a document goes instead of into memory: from its beginning, or from where an earlier transfer
/// stopped.
///
/// The client's thread writes into it.
package final class DownloadFile: Sendable {
    package struct Progress: Equatable, Sendable {
        /// Those of earlier transfers, too.
        package var bytes: Int
        /// As far as the server says.
        package var total: Int?

        /// Whether nothing is missing, as far as the server says.
        var isWhole: Bool { total.map { bytes >= $0 } ?? true }
    }

    /// The version that earlier transfers have begun; nil if the file is empty.
    package let version: FileValidator?
    private let descriptor: Int32
    private let isClosed = Locked(false)
    private let start: Int
    private let most: Int
    private let state: Locked<Progress>
    private let begun: @Sendable (FileValidator?, _ total: Int?) -> Void

    /// Takes over the descriptor of an empty file, or of one with the first bytes of a version. Of a longer one than
    /// `most`, no more is written. `begun` is called on the client's thread, which it must not block, when a server
    /// starts to send an empty file's document.
    package init(
        _ descriptor: Int32, continuing part: (bytes: Int, version: FileValidator, total: Int?)? = nil,
        atMost most: Int = .max, begun: @escaping @Sendable (FileValidator?, _ total: Int?) -> Void = { _, _ in }
    ) {
        self.descriptor = descriptor
        (start, version, self.most, self.begun) = (part?.bytes ?? 0, part?.version, most, begun)
        state = Locked(Progress(bytes: start, total: part?.total))
    }

    deinit { end() }

    /// Closes the descriptor, and with it ends its lock, once the transfer is over: its thread keeps this a moment longer.
    package func end() {
        let isOpen = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        if isOpen { close(descriptor) }
    }

    /// May be read at any time.
    package var progress: Progress { state.withLock { $0 } }

    /// The bytes that this transfer has brought.
    package var gain: Int { progress.bytes - start }

    /// The headers that ask a server for the rest. No server hears what another has named.
    func headerLines(to server: String) -> [String] {
        guard let version else { return [] }
        let condition = version.server == server ? Header("If-Range", version.text).line : nil
        return ["Range: bytes=\(start)-"] + (condition.map { [$0] } ?? [])
    }

    /// Judges the head of an answer that doesn't redirect. Returns why its document isn't wanted; nil if it is, or if its
    /// status says enough.
    func begin(status: Int, _ headers: Headers, from server: String) -> FetchFailure? {
        switch status {
        case 200: version == nil ? beginWhole(headers, from: server) : .changed
        case 206: beginRest(headers, from: server)
        case 416 where version != nil: beginNothing(headers)
        case 200..<300: .noDocument(status: status)
        default: nil
        }
    }

    private func beginWhole(_ headers: Headers, from server: String) -> FetchFailure? {
        let type = headers["content-type"].flatMap { ContentType($0).mediaType }
        if type == "text/html" || type == "application/xhtml+xml" { return .webPage }
        let total = headers["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        state.withLock { $0.total = total }
        if let failure = objection(toTotal: total) { return failure }
        begun(FileValidator(headers, from: server), total)
        return nil
    }

    private func beginRest(_ headers: Headers, from server: String) -> FetchFailure? {
        guard let version else { return .noDocument(status: 206) }
        // A server that was asked about the version needn't name it again (RFC 9110, 15.3.7).
        let isSame = version.text == version.value(in: headers) ?? (version.server == server ? version.text : nil)
        guard isSame, let range = ContentRange(headers), range.first == start, hasTotal(range.total) else {
            return .changed
        }
        return objection(toTotal: range.total)
    }

    /// A server has nothing after the first bytes: these may be all.
    private func beginNothing(_ headers: Headers) -> FetchFailure? {
        guard let range = ContentRange(headers), range.first == nil, range.total == start, hasTotal(start) else {
            return .changed
        }
        return nil
    }

    /// Whether this is the known total, or the first that a server names.
    private func hasTotal(_ total: Int?) -> Bool {
        state.withLock { state in
            defer { state.total = state.total ?? total }
            return total == nil || state.total == nil || state.total == total
        }
    }

    private func objection(toTotal total: Int?) -> FetchFailure? {
        guard let total else { return nil }
        if total > most { return .tooLarge(limit: most) }
        let needed = total - start
        return needed > room ? .noRoom(needed: needed, free: room) : nil
    }

    /// Writes the next part of the document. Returns why no more is wanted.
    func add(_ bytes: UnsafeRawBufferPointer) -> FetchFailure? {
        let before = progress
        let end = before.bytes + bytes.count
        if let total = before.total, end > total { return .changed }
        if end > most { return .tooLarge(limit: most) }
        // Without a length, it would be filled to the last byte.
        if before.total == nil, before.bytes >> 24 != end >> 24, room < Self.reserve {
            return .noRoom(needed: Self.reserve, free: room)
        }
        var written = 0
        while written < bytes.count {
            let place = off_t(before.bytes + written)
            let count = pwrite(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, place)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .notWritten(String(cString: strerror(errno))) }
            written += count
            state.withLock { $0.bytes += count }
        }
        // A kill may have come before an earlier look.
        let isFirst = before.bytes == start || before.bytes < Self.longestSign
        guard isFirst, beginsAsWebPage else { return nil }
        _ = ftruncate(descriptor, 0)
        return .webPage
    }

    /// The bytes that others don't need.
    private var room: Int {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return .max }
        let (room, isTooMuch) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize))
        return isTooMuch ? .max : room
    }

    private static let reserve = 64 << 20

    /// Whether the file begins as HTML does. Sites that want a login, or have lost a file, send a page with the status 200.
    private var beginsAsWebPage: Bool {
        var bytes = [UInt8](repeating: 0, count: Self.longestSign)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        var text = bytes[..<count]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        let start = text.drop(while: \.isSpace).prefix(14).map(\.lowercased)
        return start.starts(with: "<!doctype html".utf8) || start.starts(with: "<html".utf8)
    }

    private static let longestSign = 512
}

/// Two requests for the same file are one.
extension DownloadFile: Equatable {
    package static func == (left: DownloadFile, right: DownloadFile) -> Bool { left === right }
}

/// The version of a file, as `If-Range` names it, and the server that did so. Only that one may hear it: a version can
/// identify the user as well as a cookie.
package struct FileValidator: Equatable, Sendable {
    /// A tag in quotation marks, or a date.
    package let text: String
    /// The server's URL, without a path.
    package let server: String

    package init(_ text: String, from server: String) { (self.text, self.server) = (text, server) }

    /// Nil if the server names no version. A weak tag may stand for other bytes (RFC 9110, 13.1.5).
    fileprivate init?(_ headers: Headers, from server: String) {
        let tag = headers["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
        guard let text = tag ?? headers["last-modified"], !text.isEmpty, text.utf8.count <= 1024, text.fitsHeader else {
            return nil
        }
        self.init(text, from: server)
    }

    /// What another answer says instead.
    fileprivate func value(in headers: Headers) -> String? {
        headers[text.hasPrefix("\"") ? "etag" : "last-modified"]
    }
}

/// “bytes 200-999/1000”, or “bytes */1000” for an answer without any.
private struct ContentRange {
    private(set) var first: Int?
    private(set) var total: Int?

    init?(_ headers: Headers) {
        guard let text = headers["content-range"], text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        total = Int(parts[1])
        if parts[0] == "*" { return }
        let ends = parts[0].split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], last >= first else { return nil }
        self.first = first
        if let total, last >= total { return nil }
    }
}
