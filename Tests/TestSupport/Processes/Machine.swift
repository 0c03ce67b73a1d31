/// This kind of machine, as Debian's folders of libraries call it.
package enum Machine {
    package static var name: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }
}
