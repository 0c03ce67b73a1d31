import CLinux
import Glibc

/// What keeps the helper from doing anything but decode, once its libraries are loaded: then a picture that takes it over
/// has won nothing.
package enum Confinement {
    /// What decoding needs. The kernel refuses everything else: files, sockets, programs, other processes.
    private static let allowed: [Int32] = [
        SYS_read, SYS_write, SYS_pread64, SYS_recvmsg, SYS_close, SYS_lseek, SYS_munmap, SYS_mremap, SYS_brk,
        SYS_madvise, SYS_futex, SYS_sched_yield, SYS_clock_gettime, SYS_setitimer, SYS_getrandom, SYS_rt_sigreturn,
        SYS_restart_syscall, SYS_exit, SYS_exit_group
    ]
    /// Allowed unless they make code of data.
    private static let allowedForData: [Int32] = [SYS_mmap, SYS_mprotect]

    /// Confines this process for good. Returns false if the system can't.
    package static func begin() -> Bool {
        guard lede_machine != 0, lede_limit_core_files() != 0, limitMemory() else { return false }
        var filter = filter
        let count = UInt16(filter.count)
        return filter.withUnsafeMutableBufferPointer { lede_confine($0.baseAddress, count) != 0 }
    }

    /// Lets this process have some more memory than it has now.
    private static func limitMemory() -> Bool {
        // The first number is the size of all its memory in pages (proc(5)).
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        guard let pages = text.split(separator: " ").first.flatMap({ Int($0) }) else { return false }
        return lede_limit_memory(UInt(pages * Int(getpagesize()) + PictureLimits.memory)) != 0
    }

    /// The filter, in the kernel's own language (seccomp(2)).
    private static var filter: [sock_filter] {
        var filter = [
            load(MemoryLayout<seccomp_data>.offset(of: \.arch)),
            jump(BPF_JEQ, lede_machine, skippingIfNot: 1),
            load(MemoryLayout<seccomp_data>.offset(of: \.nr)),
            jump(BPF_JA, 1),
            end(lede_seccomp_kill)
        ]
        for call in allowed { filter += [jump(BPF_JEQ, UInt32(call), skippingIfNot: 1), end(lede_seccomp_allow)] }
        for call in allowedForData {
            filter += [
                jump(BPF_JEQ, UInt32(call), skippingIfNot: 4),
                // The lower half of the third argument. Both machines have it first.
                load(MemoryLayout<seccomp_data>.offset(of: \.args).map { $0 + 2 * 8 }),
                jump(BPF_JSET, UInt32(PROT_EXEC), skippingIfNot: 1),
                end(lede_seccomp_refuse),
                end(lede_seccomp_allow)
            ]
        }
        return filter + [end(lede_seccomp_refuse)]
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
