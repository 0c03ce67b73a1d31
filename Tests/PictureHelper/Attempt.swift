import Glibc
import Pictures

/// What a picture might try that took the helper over.
enum Attempt {
    /// Ends with 1 if it worked.
    static func run(_ words: some Collection<String>) -> Never {
        guard let word = words.first, let works = all[word], Confinement.begin() else { _exit(2) }
        _exit(works() ? 1 : 0)
    }

    private static var all: [String: () -> Bool] {
        [
            "read a file": { open("/etc/passwd", O_RDONLY) >= 0 },
            "write a file": { open("/tmp/lede-was-here", O_WRONLY | O_CREAT, 0o600) >= 0 },
            "connect": { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 },
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
            "use 300 MB": { map(300 << 20, PROT_READ | PROT_WRITE) }
        ]
    }

    private static func map(_ count: Int, _ protection: Int32) -> Bool {
        mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
    }
}
