import HTML

extension Tag {
    /// Whether it is part of a line of text.
    var isInline: Bool {
        switch self {
        case .abbr, .acronym, .audio, .b, .bdi, .bdo, .big, .br, .button, .cite, .code, .data, .datalist, .dfn, .em,
            .embed,
            .font, .i, .img, .input, .kbd, .label, .mark, .math, .meter, .nobr, .object, .output, .progress, .q, .ruby,
            .s,
            .samp, .select, .small, .span, .strike, .strong, .sub, .sup, .textarea, .time, .tt, .u, .var, .wbr, .rb,
            .rt,
            .rp, .rtc:
            true
        default: false
        }
    }

    /// Whether it is inline as far as its content is.
    var isInlineAsItsContent: Bool { self == .a || self == .del || self == .ins }

    /// Whether a `div` around it is more than a paragraph.
    var isBlock: Bool {
        switch self {
        case .blockquote, .dl, .div, .img, .ol, .p, .pre, .table, .ul: true
        default: false
        }
    }

    /// Whether text is expected right in it.
    var isForText: Bool {
        switch self {
        case .blockquote, .dl, .div, .img, .li, .ol, .p, .pre, .span, .table, .td, .ul: true
        default: false
        }
    }

    /// Whether its text earns points for the elements around it.
    var isScored: Bool {
        switch self {
        case .h2, .h3, .h4, .h5, .h6, .p, .pre, .section, .td: true
        default: false
        }
    }

    var isHeadline: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    /// Whether nothing of it can be read.
    var isNeverRead: Bool {
        switch self {
        case .head, .link, .meta, .noscript, .script, .style, .template, .title: true
        default: false
        }
    }
}
