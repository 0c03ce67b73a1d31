import Dispatch
import Glibc
import Pictures
import System

/// Decodes files as lede does and prints for each what came of it, after how many milliseconds, and by how many kilobytes
/// this process has grown since the first.
enum Measuring {
    static func run(_ files: some Collection<String>) -> Never {
        let decoder = PictureDecoder(command: ["/proc/self/exe"])
        var first: Int?
        for file in files {
            forgetPeak()
            let began = ContinuousClock.now
            let outcome = outcome(of: file, decoder)
            let time = Int((ContinuousClock.now - began) / .milliseconds(1))
            let peak = peakMemory
            print("\(outcome)\t\(time)\t\(peak - (first ?? peak))")
            if first == nil {
                forgetPeak()
                first = peakMemory
            }
        }
        fflush(nil)
        _exit(0)
    }

    private static func outcome(of file: String, _ decoder: PictureDecoder) -> String {
        let words = Locked("")
        let done = DispatchSemaphore(value: 0)
        decoder.decode(.file(file), fitting: PixelSize(width: 800, height: 600)) { result in
            words.withLock { words in
                switch result {
                case .success(let picture): words = "\(picture.pixels.size.width)×\(picture.pixels.size.height)"
                case .failure(let failure): words = failure.words
                }
            }
            done.signal()
        }
        done.wait()
        return words.withLock { $0 }
    }

    /// Lets the peak begin at what this process has now (proc(5), clear_refs).
    private static func forgetPeak() {
        let file = open("/proc/self/clear_refs", O_WRONLY)
        _ = write(file, "5", 1)
        close(file)
    }

    /// In kilobytes (proc(5)).
    private static var peakMemory: Int {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let file = open("/proc/self/status", O_RDONLY)
        defer { close(file) }
        let count = read(file, &bytes, bytes.count)
        let status = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
