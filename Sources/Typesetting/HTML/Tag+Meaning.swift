import HTML

// The meaning of HTML's elements for a text.
extension Tag {
    /// Whether the element is on lines of its own.
    var breaksParagraph: Bool {
        switch self {
        case .html, .body, .div, .section, .article, .main, .header, .footer, .nav, .aside, .address, .center, .form,
            .fieldset, .legend, .hgroup, .search, .marquee, .p, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .listing, .xmp,
            .plaintext, .blockquote, .hr, .figure, .figcaption, .details, .summary, .dialog, .ul, .ol, .menu, .dir, .li,
            .dl, .dt, .dd, .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th:
            true
        default: false
        }
    }

    /// Whether the element ends an open paragraph according to the HTML Standard (13.2.6.4.7).
    var endsOpenParagraph: Bool {
        switch self {
        case .html, .body, .caption, .thead, .tbody, .tfoot, .tr, .td, .th, .marquee, .legend: false
        default: breaksParagraph
        }
    }

    /// Whether the element is special in the HTML Standard: end tags of inline elements inside it don't reach outside.
    var isSpecial: Bool {
        switch self {
        case .applet, .object, .template, .select, .button, .iframe, .noscript, .marquee, .foreignObject: true
        default: breaksParagraph
        }
    }

    /// Whether the element is a format: it continues after the end of its block, until its own end tag.
    var isFormat: Bool {
        switch self {
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
        default: false
        }
    }

    var headingLevel: Int? {
        switch self {
        case .h1: 1
        case .h2: 2
        case .h3: 3
        case .h4: 4
        case .h5: 5
        case .h6: 6
        default: nil
        }
    }

    /// Whether the element is left out with its contents.
    var isHidden: Bool {
        switch self {
        case .script, .style, .title, .template, .noembed, .noframes, .svg, .canvas, .applet, .frameset, .rp, .select,
            .textarea, .button, .datalist, .progress, .meter, .annotation, .annotationXML:
            true
        default: false
        }
    }

    /// The effect of the element on its text.
    var style: InlineStyle? {
        switch self {
        case .em, .i, .cite, .var, .dfn: .emphasis
        case .strong, .b: .strong
        case .code, .kbd, .samp, .tt: .code
        case .del, .s, .strike: .deleted
        case .ins: .inserted
        case .u: .underlined
        case .mark: .marked
        case .small: .small
        case .sub: .subscript
        case .sup: .superscript
        default: nil
        }
    }
}
