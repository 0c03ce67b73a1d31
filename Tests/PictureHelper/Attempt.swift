import Glibc
import Pictures
import System

/// What bytes might try that took over the process that reads them.
enum Attempt {
    /// Confines this process as named, tries what is named, and ends with 1 if it worked.
    static func run(_ words: some Collection<String>) -> Never {
        let words = Array(words)
        guard words.count == 2, let confine = confinements[words[0]], let works = all[words[1]], confine() else {
            _exit(2)
        }
        _exit(works() ? 1 : 0)
    }

    private static var confinements: [String: () -> Bool] {
        ["the helper": PictureHelper.confine, "a parser": { Confinement.parsing.begin() }]
    }

    private static var all: [String: () -> Bool] {
        [
            "read a file": { open("/etc/passwd", O_RDONLY) >= 0 },
            "write a file": { open("/tmp/lede-was-here", O_WRONLY | O_CREAT, 0o600) >= 0 },
            "change a file": { open("/dev/null", O_RDWR) >= 0 },
            "remove a file": { unlink("/tmp/lede-was-here") == 0 || errno == ENOENT },
            "connect": { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 },
            "send a packet": { socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0) >= 0 },
            "run a program": {
                var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                return execv("/bin/true", &words) == 0
            },
            "kill lede": { kill(getppid(), 0) == 0 },
            "start a process": {
                var process = pid_t()
                var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                return posix_spawn(&process, "/bin/true", nil, nil, &words, nil) == 0
            },
            "make code of data": { map(4096, PROT_READ | PROT_WRITE | PROT_EXEC) },
            "make data code": {
                mprotect(mmap(nil, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, PROT_EXEC) == 0
            },
            "type into the terminal": {
                var key: UInt8 = 0x78
                return ioctl(STDIN_FILENO, UInt(TIOCSTI), &key) == 0 || errno != EPERM
            },
            "use 300 MB": { map(300 << 20, PROT_READ | PROT_WRITE) }
        ]
    }

    private static func map(_ count: Int, _ protection: Int32) -> Bool {
        mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
    }
}
