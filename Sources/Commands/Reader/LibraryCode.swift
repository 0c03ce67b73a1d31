import CLinux
import Glibc

/// The code of C libraries. Those for the network and XML are used only during a refresh.
enum LibraryCode {
    /// Releases its pages from memory. When called again, they return from the kernel's file cache, 64 KB at a time.
    static func giveBack() {
        // Nothing is unloaded during this call, so the addresses stay valid.
        dl_iterate_phdr(
            { object, _, _ in
                // The program itself has no name. Its code stays, as showing articles and following keys needs it.
                guard let object = object?.pointee, object.dlpi_name.pointee != 0 else { return 0 }
                for segment in UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
                where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
                    LibraryCode.giveBack(from: object.dlpi_addr + segment.p_vaddr, byteCount: segment.p_memsz)
                }
                return 0
            }, nil)
    }

    /// Releases whole pages: a segment has its pages to itself, from the start of the first to the end of the last.
    private static func giveBack(from start: UInt64, byteCount: UInt64) {
        let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
        let first = start & ~(page - 1)
        madvise(UnsafeMutableRawPointer(bitPattern: UInt(first)), Int(start + byteCount - first), MADV_DONTNEED)
    }
}
