import CLinux
import Glibc

/// What the C library knows of letters beyond ASCII.
enum Letters {
    /// glibc's pointer. All threads share it, nobody changes it, and it is never freed: glibc maps a file into memory for
    /// each. If the system lacks it, the thread's own locale stays.
    private static let locale = UInt(bitPattern: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))

    /// Lets the C library know these letters meanwhile.
    static func whileUsed<Result>(_ body: () -> Result) -> Result {
        guard let locale = locale_t(bitPattern: locale) else { return body() }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return body()
    }

    static func upperCase(_ character: UInt32) -> UInt32 {
        if character < 128 { return (0x61...0x7A).contains(character) ? character - 0x20 : character }
        guard let locale = locale_t(bitPattern: locale) else { return character }
        return towupper_l(character, locale)
    }

    static func isOfWord(_ character: UInt32) -> Bool {
        if character < 128 {
            return (0x30...0x39).contains(character) || (0x41...0x5A).contains(character & ~0x20) || character == 0x5F
        }
        guard let locale = locale_t(bitPattern: locale) else { return false }
        return iswalnum_l(character, locale) != 0
    }

    /// A class of characters by its name in brackets.
    static func kind(_ name: String) -> wctype_t {
        locale_t(bitPattern: locale).map { wctype_l(name, $0) } ?? wctype(name)
    }

    static func isOf(_ kind: wctype_t, _ character: UInt32) -> Bool {
        guard let locale = locale_t(bitPattern: locale) else { return iswctype(character, kind) != 0 }
        return iswctype_l(character, kind, locale) != 0
    }
}
