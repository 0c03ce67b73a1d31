import Glibc

/// The sanitizer that “make sanitize” builds into the tests and the programs that they start; nil otherwise.
package enum Sanitizer {
    case address, thread

    package static let builtIn: Sanitizer? =
        dlsym(nil, "__asan_init") != nil ? .address : dlsym(nil, "__tsan_init") != nil ? .thread : nil
}
