/// A name and value in a URL's query.
struct LinkParameter {
    /// All of it, as in the URL.
    let text: Bytes
    let name: Bytes
    let value: Bytes

    /// The parameters of a query, without those that don't identify the page.
    static func all(in query: Bytes) -> [LinkParameter] {
        query.split(separator: UInt8(ascii: "&")).map(LinkParameter.init)
    }

    private init(_ text: Bytes) {
        var text = text
        // Some feeds escape URLs twice.
        _ = text.skipCaseless("amp;")
        self.text = text
        var name = text
        value = name.cut(from: "=") ?? text[text.endIndex...]
        self.name = name
    }
}

extension LinkParameter {
    /// Whether the parameter says where the visitor came from or how to show the page, and not which page it is.
    ///
    /// A wrong name in the list does little harm: if it identifies pages after all, a feed has several items with the
    /// same remaining link, and such a link makes no story.
    var isTracking: Bool {
        guard !name.isEmpty else { return true }
        if Self.families.contains(where: name.startsCaseless) { return true }
        guard name.count <= Self.longestName else { return false }
        let name = String(decoding: name.lazy.map(\.lowercased), as: UTF8.self)
        if Self.channels.contains(name) { return value.startsCaseless("rss") || value.startsCaseless("feed") }
        return Self.names.contains(name)
    }

    /// The prefixes of names for counting visits: Google's, Matomo's, AT Internet's and others'.
    private static let families: [StaticString] = [
        "utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "_hs", "__hs", "at_", "ns_", "oly_", "vero_", "wt_", "itm_",
        "guce_"
    ]

    /// Names for a channel, ignored if the value is a feed.
    private static let channels: Set<String> = ["from", "source", "src", "via"]

    private static let names: Set<String> = [
        "__s", "__twitter_impression", "_branch_match_id", "_ga", "_gl", "_ke", "_kx", "_openstat", "amp",
        "campaign_id",
        "cmp", "cmpid", "dclid", "dm_i", "ef_id", "elqtrack", "elqtrackid", "emc", "epik", "fbclid", "ftag", "gbraid",
        "gclid", "gclsrc", "guccounter", "hmb_campaign", "icid", "igsh", "igshid", "intcid", "irclickid", "ito",
        "li_fat_id", "mbid", "mc_cid", "mc_eid", "mkt_tok", "ml_subscriber", "ml_subscriber_hash", "msclkid", "ncid",
        "nr_email_referer", "ocid", "outputtype", "partner", "rb_clickid", "ref", "ref_src", "ref_url", "referrer",
        "rss",
        "s_cid", "s_kwcid", "sc_cid", "sc_src", "smid", "smtyp", "spm", "sr_share", "sref", "tblci", "trk", "ttclid",
        "twclid", "wbraid", "wickedid", "wtmc", "xing_share", "xtor", "yclid", "ysclid", "zanpid"
    ]

    private static let longestName = 24
}
