/// The elements that mean something to a reader of text, and those that HTML treats in a way of their own.
enum HTMLElement: String, CaseIterable {
    // Parts of a page.
    case html, head, body, div, section, article, main, header, footer, nav, aside, address, center, form, fieldset
    case legend, hgroup, search, marquee
    // Blocks of text.
    case p, h1, h2, h3, h4, h5, h6, pre, listing, xmp, plaintext, blockquote, hr, figure, figcaption, details, summary
    case dialog
    // Lists.
    case ul, ol, menu, dir, li, dl, dt, dd
    // Tables.
    case table, caption, colgroup, col, thead, tbody, tfoot, tr, td, th
    // Formats, which outlive the blocks they began in.
    case a, b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u
    // Other parts of a line.
    case span, abbr, acronym, cite, del, dfn, ins, kbd, mark, q, samp, sub, sup, `var`, br, wbr
    case ruby, rb, rt, rtc, rp
    // What a page shows within itself.
    case img, image, picture, source, audio, video, track, iframe, embed, object, param, applet, svg, canvas, frame
    case area
    // Mathematics.
    case math, mi, mo, mn, ms, mtext, mrow, msup, msub, msubsup, mover, munder, munderover, mfrac, msqrt, mroot, mtable
    case mtr, mtd, mspace, annotation
    case annotationXML = "annotation-xml"
    case foreignObject = "foreignobject"
    // What nobody reads.
    case script, style, title, template, noscript, noembed, noframes, base, basefont, bgsound, link, meta, frameset
    // What a person fills in.
    case label, input, select, option, optgroup, textarea, button, datalist, progress, meter, keygen
    /// Any other element, which is its text.
    case other = ""

    init(_ name: HTMLName) {
        self = Self.known[name] ?? .other
    }

    private static let known = HTMLNameTable(
        allCases.filter { $0 != .other }.map { (name: $0.rawValue, value: $0 == .image ? .img : $0) })
}

extension HTMLElement {
    /// Whether the element is over as soon as it has begun.
    var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .image, .input, .keygen, .link,
            .meta, .param, .source, .track, .wbr:
            true
        default: false
        }
    }

    /// Whether the element holds text and never elements, up to its own end tag.
    var isRawText: Bool {
        switch self {
        case .script, .style, .title, .textarea, .xmp, .plaintext, .iframe, .noembed, .noframes: true
        default: false
        }
    }

    /// Whether the element ends the line before it and the one inside it.
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

    /// Whether a paragraph ends where this begins, as HTML's standard lists them (13.2.6.4.7).
    var endsOpenParagraph: Bool {
        switch self {
        case .html, .body, .caption, .thead, .tbody, .tfoot, .tr, .td, .th, .marquee, .legend: false
        default: breaksParagraph
        }
    }

    /// Whether the standard calls the element special: no end tag of something inside the line reaches across it.
    var isSpecial: Bool {
        switch self {
        case .applet, .object, .template, .select, .button, .iframe, .noscript, .marquee, .foreignObject: true
        default: breaksParagraph
        }
    }

    /// Whether the element is a format: it goes on behind the end of the block it began in, until its own end tag.
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

    /// Whether the element is left out with all that it holds.
    var isHidden: Bool {
        switch self {
        case .script, .style, .title, .template, .noembed, .noframes, .svg, .canvas, .applet, .frameset, .rp, .select,
            .textarea, .button, .datalist, .progress, .meter, .annotation, .annotationXML:
            true
        default: false
        }
    }

    /// What the element does to the text in it.
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
