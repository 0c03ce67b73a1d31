import Glibc

/// The address sanitizer, which “make sanitize” builds into the tests and the programs that they start.
package enum AddressSanitizer {
    package static let isBuiltIn = dlsym(nil, "__asan_init") != nil
}
