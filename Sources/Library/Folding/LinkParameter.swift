/// A name and a value of an address's query.
struct LinkParameter {
    /// The whole of it, as it stands in the address.
    let text: Bytes
    let name: Bytes
    let value: Bytes

    /// The parameters of a query, without those that say nothing.
    static func all(in query: Bytes) -> [LinkParameter] {
        query.split(separator: UInt8(ascii: "&")).map(LinkParameter.init)
    }

    private init(_ text: Bytes) {
        var text = text
        // Some feeds escape addresses twice.
        _ = text.skipCaseless("amp;")
        self.text = text
        var name = text
        value = name.cut(from: "=") ?? text[text.endIndex...]
        self.name = name
    }
}

extension LinkParameter {
    /// Whether it tells where the reader came from, or in which form the page is shown, and not which page it is.
    ///
    /// A name too many does little harm: where it does tell pages apart, one feed uses what is left of the link for
    /// several items, and such a link makes no story.
    var isTracking: Bool {
        guard !name.isEmpty else { return true }
        if Self.families.contains(where: name.startsCaseless) { return true }
        guard name.count <= Self.longestName else { return false }
        let name = String(decoding: name.lazy.map(\.lowercased), as: UTF8.self)
        if Self.channels.contains(name) { return value.startsCaseless("rss") || value.startsCaseless("feed") }
        return Self.names.contains(name)
    }

    /// What the names begin with that programs count visits by: Google's, Matomo's, AT Internet's and others'.
    private static let families: [StaticString] = [
        "utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "_hs", "__hs", "at_", "ns_", "oly_", "vero_", "wt_", "itm_",
        "guce_"
    ]

    /// Those that name a channel: they go where that is a feed.
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
