/// A charset that the web uses, under any of its names.
///
/// Names come from the network, and rare converters have had holes, so the system is asked for these and no others. What
/// a name means is the Encoding Standard's choice (https://encoding.spec.whatwg.org/#names-and-labels): old charsets are read
/// as the larger ones that replaced them.
enum Charset: Equatable {
    case utf8
    case ascii
    case windows1252
    /// Another, under the name that the system's converter knows.
    case converted(String, isOneByte: Bool)

    /// Nil for what nobody uses, for UTF-7, and for the wide encodings: those are known by their bytes or not at all.
    init?(named label: String) {
        let name = label.trimmed.lowercased()
        guard let found = Self.byName[name] ?? Self.byName[name.replacing("_", with: "-")] else { return nil }
        self = found
    }

    var isOneByte: Bool {
        switch self {
        case .utf8, .ascii: false
        case .windows1252: true
        case .converted(_, let isOneByte): isOneByte
        }
    }

    private static let byName: [String: Charset] = {
        var names: [String: Charset] = [:]
        func add(_ charset: Charset, _ labels: String) {
            for label in labels.split(separator: " ") { names[String(label)] = charset }
        }
        add(.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8")
        add(.ascii, "ascii us-ascii ansi-x3.4-1968 iso-ir-6 iso646-us cp367 646")
        add(
            .windows1252,
            """
            windows-1252 cp1252 x-cp1252 ansi iso-8859-1 iso8859-1 iso88591 iso-ir-100 latin1 latin-1 l1 cp819 ibm819 \
            iso-8859-1:1987 csisolatin1 x-user-defined
            """)
        for table in oneByte { add(.converted(table.name, isOneByte: true), table.labels) }
        for table in manyBytes { add(.converted(table.name, isOneByte: false), table.labels) }
        return names
    }()

    private static let oneByte: [(name: String, labels: String)] = [
        ("ISO-8859-2", "iso-8859-2 iso8859-2 iso88592 latin2 l2 csisolatin2 iso-ir-101"),
        ("ISO-8859-3", "iso-8859-3 iso8859-3 iso88593 latin3 l3 csisolatin3 iso-ir-109"),
        ("ISO-8859-4", "iso-8859-4 iso8859-4 iso88594 latin4 l4 csisolatin4 iso-ir-110"),
        ("ISO-8859-5", "iso-8859-5 iso8859-5 iso88595 cyrillic csisolatincyrillic iso-ir-144"),
        ("ISO-8859-6", "iso-8859-6 iso8859-6 iso88596 arabic asmo-708 ecma-114 csisolatinarabic iso-ir-127"),
        ("ISO-8859-7", "iso-8859-7 iso8859-7 iso88597 greek greek8 ecma-118 elot-928 csisolatingreek iso-ir-126"),
        ("ISO-8859-8", "iso-8859-8 iso8859-8 iso88598 iso-8859-8-i iso-8859-8-e hebrew logical visual iso-ir-138"),
        ("ISO-8859-10", "iso-8859-10 iso8859-10 iso885910 latin6 l6 csisolatin6 iso-ir-157"),
        ("ISO-8859-13", "iso-8859-13 iso8859-13 iso885913 latin7 l7"),
        ("ISO-8859-14", "iso-8859-14 iso8859-14 iso885914 latin8 l8"),
        ("ISO-8859-15", "iso-8859-15 iso8859-15 iso885915 latin9 latin-9 l9 csisolatin9"),
        ("ISO-8859-16", "iso-8859-16 iso8859-16 iso885916 latin10 l10"),
        ("CP1250", "windows-1250 cp1250 x-cp1250"),
        ("CP1251", "windows-1251 cp1251 x-cp1251"),
        ("CP1253", "windows-1253 cp1253 x-cp1253"),
        ("CP1254", "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso88599 latin5 l5 csisolatin5 iso-ir-148"),
        ("CP1255", "windows-1255 cp1255 x-cp1255"),
        ("CP1256", "windows-1256 cp1256 x-cp1256"),
        ("CP1257", "windows-1257 cp1257 x-cp1257"),
        ("CP1258", "windows-1258 cp1258 x-cp1258"),
        ("CP874", "windows-874 cp874 dos-874 tis-620 tis620 iso-8859-11 iso8859-11 iso885911"),
        ("KOI8-R", "koi8-r koi8 koi cskoi8r koi8r"),
        ("KOI8-U", "koi8-u koi8-ru koi8u"),
        ("CP437", "cp437 ibm437 437"),
        ("CP850", "cp850 ibm850 850"),
        ("CP852", "cp852 ibm852 852"),
        ("CP866", "cp866 ibm866 866 csibm866"),
        ("MACINTOSH", "macintosh mac csmacintosh x-mac-roman macroman"),
        ("MAC-CYRILLIC", "x-mac-cyrillic x-mac-ukrainian maccyrillic")
    ]

    private static let manyBytes: [(name: String, labels: String)] = [
        ("GB18030", "gb18030 gb2312 gb-2312 gb-2312-80 gbk x-gbk euc-cn chinese csgb2312 iso-ir-58 cp936 936"),
        ("BIG5-HKSCS", "big5 big5-hkscs big5hkscs cn-big5 x-x-big5 csbig5 cp950"),
        ("EUC-TW", "euc-tw"),
        ("EUC-JP-MS", "euc-jp x-euc-jp eucjp cseucpkdfmtjapanese"),
        ("CP932", "shift-jis sjis x-sjis ms932 ms-kanji windows-31j csshiftjis cp932 932"),
        ("ISO-2022-JP", "iso-2022-jp csiso2022jp iso-2022-jp-1"),
        ("CP949", "euc-kr ks-c-5601-1987 ks-c-5601-1989 ks-c-5601 ksc5601 ksc-5601 korean windows-949 cp949 uhc 949")
    ]
}
