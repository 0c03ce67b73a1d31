import Testing

@testable import URLs

@Suite struct PunycodeTests {
    /// From RFC 3492, 7.1.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"), ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("bücher", "bcher-kva")
    ])
    func `text is encoded as in RFC 3492`(text: String, encoded: String) {
        #expect(Punycode.encoded(Array(text.unicodeScalars)) == encoded)
    }
}
