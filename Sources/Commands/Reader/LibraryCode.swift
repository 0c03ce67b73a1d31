import CLinux
import Glibc

/// The code of the C libraries, of which the network's and libxml2's have work during a refresh alone.
enum LibraryCode {
    /// Lets go of all pages of it. What is called again comes back from the kernel's cache of files, 64 KB at a time.
    static func giveBack() {
        // In its hands nothing is unloaded, so that these addresses can't become another's.
        dl_iterate_phdr(
            { object, _, _ in
                // The program itself has no name: what shows articles and follows keys stays.
                guard let object = object?.pointee, object.dlpi_name.pointee != 0 else { return 0 }
                for segment in UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
                where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
                    LibraryCode.giveBack(from: object.dlpi_addr + segment.p_vaddr, byteCount: segment.p_memsz)
                }
                return 0
            }, nil)
    }

    /// Whole pages: a segment lies in pages of its own, from the beginning of the first to the end of the last.
    private static func giveBack(from start: UInt64, byteCount: UInt64) {
        let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
        let first = start & ~(page - 1)
        madvise(UnsafeMutableRawPointer(bitPattern: UInt(first)), Int(start + byteCount - first), MADV_DONTNEED)
    }
}
