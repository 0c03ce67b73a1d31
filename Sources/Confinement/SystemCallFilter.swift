import CLinux
import Glibc

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
