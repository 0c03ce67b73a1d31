import CLinux
import Glibc

/// What keeps a process from doing anything but its work with bytes from outside: then bytes that take it over have won
/// little. It needs no Landlock, because the kernel refuses every call that opens, changes or reaches something.
package enum Confinement {
    /// For a process that has everything it needs.
    case decoding
    /// For a process that may read further files, such as libraries.
    case parsing

    /// Confines this thread, and those that it starts, for good. Returns false if the system can't.
    @discardableResult
    package func begin() -> Bool {
        var filter = filter.instructions
        let count = UInt16(filter.count)
        return filter.withUnsafeMutableBufferPointer {
            lede_machine != 0 && lede_confine($0.baseAddress, count) != 0
        }
    }

    /// Lets this process have only so many more bytes of memory than it has now, and leave no core file. Returns false if
    /// the system can't.
    package static func limitMemory(toFurther bytes: Int) -> Bool {
        // The first number is the size of all its memory in pages (proc(5)).
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0, lede_limit_core_files() != 0 else { return false }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(file, &text, text.count)
        let words = String(decoding: text.prefix(max(0, count)), as: UTF8.self)
        guard let pages = words.split(separator: " ").first.flatMap({ Int($0) }) else { return false }
        return lede_limit_memory(UInt(pages * Int(getpagesize()) + bytes)) != 0
    }

    private var filter: SystemCallFilter {
        var filter = SystemCallFilter()
        filter.allow(Self.harmless)
        // No code is made of data: whatever runs was in a file.
        filter.allow([SYS_mprotect], withoutBits: PROT_EXEC, ofArgument: 2)
        switch self {
        case .decoding: filter.allow([SYS_mmap], withoutBits: PROT_EXEC, ofArgument: 2)
        case .parsing:
            filter.allow(Self.reading)
            filter.allow([SYS_openat], withoutBits: O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, ofArgument: 2)
            filter.allow([SYS_mmap], withoutAllBits: PROT_EXEC | PROT_WRITE, ofArgument: 2)
        }
        return filter
    }

    /// What decoding needs. The kernel refuses everything else: files, sockets, programs, other processes.
    private static let harmless: [Int32] = [
        SYS_read, SYS_write, SYS_pread64, SYS_recvmsg, SYS_close, SYS_lseek, SYS_munmap, SYS_mremap, SYS_brk,
        SYS_madvise, SYS_futex, SYS_sched_yield, SYS_clock_gettime, SYS_setitimer, SYS_getrandom, SYS_rt_sigreturn,
        SYS_restart_syscall, SYS_exit, SYS_exit_group
    ]
    /// What the C library needs besides, to load libraries and conversions of character sets, and sanitizers at the end.
    private static let reading: [Int32] = [
        SYS_fstat, SYS_newfstatat, SYS_writev, SYS_getpid, SYS_gettid, SYS_sched_getaffinity, SYS_sigaltstack
    ]
}

/// A list of allowed system calls, in the kernel's own language (seccomp(2)). All others fail.
struct SystemCallFilter {
    private var rules: [sock_filter] = []

    /// Allows calls, whatever their arguments.
    mutating func allow(_ calls: [Int32]) {
        for call in calls {
            rules += [Self.jump(BPF_JEQ, UInt32(call), skippingIfNot: 1), Self.end(lede_seccomp_allow)]
        }
    }

    /// Allows calls unless an argument has one of these bits.
    mutating func allow(_ calls: [Int32], withoutBits bits: Int32, ofArgument number: Int) {
        for call in calls {
            rules += [
                Self.jump(BPF_JEQ, UInt32(call), skippingIfNot: 4), Self.load(argument: number),
                Self.jump(BPF_JSET, UInt32(bits), skippingIfNot: 1),
                Self.end(lede_seccomp_refuse), Self.end(lede_seccomp_allow)
            ]
        }
    }

    /// Allows calls unless an argument has all of these bits.
    mutating func allow(_ calls: [Int32], withoutAllBits bits: Int32, ofArgument number: Int) {
        for call in calls {
            rules += [
                Self.jump(BPF_JEQ, UInt32(call), skippingIfNot: 5), Self.load(argument: number),
                sock_filter(code: UInt16(BPF_ALU | BPF_AND | BPF_K), jt: 0, jf: 0, k: UInt32(bits)),
                Self.jump(BPF_JEQ, UInt32(bits), skippingIfNot: 1),
                Self.end(lede_seccomp_refuse), Self.end(lede_seccomp_allow)
            ]
        }
    }

    /// The whole filter. A call of another machine's kind, whose numbers mean other calls, ends the process.
    var instructions: [sock_filter] {
        [
            Self.load(MemoryLayout<seccomp_data>.offset(of: \.arch)),
            Self.jump(BPF_JEQ, lede_machine, skippingIfNot: 1),
            Self.load(MemoryLayout<seccomp_data>.offset(of: \.nr)),
            Self.jump(BPF_JA, 1),
            Self.end(lede_seccomp_kill)
        ] + rules + [Self.end(lede_seccomp_refuse)]
    }

    /// The lower half of an argument. Both machines have it first.
    private static func load(argument number: Int) -> sock_filter {
        load(MemoryLayout<seccomp_data>.offset(of: \.args).map { $0 + number * 8 })
    }

    private static func load(_ offset: Int?) -> sock_filter {
        sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: UInt32(offset ?? 0))
    }

    private static func jump(_ condition: Int32, _ value: UInt32, skippingIfNot skipped: UInt8 = 0) -> sock_filter {
        sock_filter(code: UInt16(BPF_JMP | condition | BPF_K), jt: 0, jf: skipped, k: value)
    }

    private static func end(_ result: UInt32) -> sock_filter {
        sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: result)
    }
}
