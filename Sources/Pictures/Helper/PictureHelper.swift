import CLinux
import Confinement
import Glibc

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
