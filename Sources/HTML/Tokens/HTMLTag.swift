import System

/// The elements that lede knows by name.
///
/// It is public so that other modules compare tags without a function call.
public enum HTMLTag: UInt8, CaseIterable, Sendable {
    case a, abbr, acronym, address, annotation, annotationXML, applet, area, article, aside, audio
    case b, base, basefont, bdi, bdo, bgsound, big, blink, blockquote, body, br, button
    case canvas, caption, center, cite, code, col, colgroup
    case data, datalist, dd, del, desc, details, dfn, dialog, dir, div, dl, dt
    case em, embed, fieldset, figcaption, figure, font, footer, foreignObject, form, frame, frameset
    case h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html
    case i, iframe, image, img, input, ins, kbd, keygen
    case label, legend, li, link, listing
    case main, malignmark, map, mark, marquee, math, menu, meta, meter, mfenced, mfrac, mglyph, mi, mmultiscripts, mn,
        mo
    case mover, mphantom, mprescripts, mroot, mrow, ms
    case mspace, msqrt, msub, msubsup, msup, mtable, mtext, mtr, munder, munderover
    case nav, nobr, noembed, noframes, noscript
    case object, ol, optgroup, option, output
    case p, param, picture, plaintext, pre, progress, q
    case rb, rp, rt, rtc, ruby
    case s, samp, script, search, section, select, selectedcontent, slot, small, source, span, strike, strong, style
    case sub, summary, sup, svg
    case table, tbody, td, template, textarea, tfoot, th, thead, time, title, tr, track, tt
    case u, ul, `var`, video, wbr, xmp
    /// Any other element.
    case unknown

    /// The name as in documents.
    package var name: String {
        switch self {
        case .annotationXML: "annotation-xml"
        default: "\(self)"
        }
    }

    /// The same as bytes, which are at hand.
    package var utf8: ArraySlice<UInt8> { Names.elements[UInt32(rawValue)] }

    /// The element with a name in any case; nil if lede doesn't know it.
    package init?(named name: some Sequence<UInt8>) {
        guard let number = Names.elements.known(name.map(\.lowercased)) else { return nil }
        let tag = Names.tag(of: number)
        guard tag != .unknown else { return nil }
        self = tag
    }

    /// Whether the end of another element implies a missing end tag (HTML Standard, 13.2.6.3).
    var hasImpliedEnd: Bool {
        switch self {
        case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
        default: false
        }
    }

    /// Whether the end of a template implies a missing end tag, which it does for more elements.
    var hasImpliedEndInTemplate: Bool {
        switch self {
        case .caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: hasImpliedEnd
        }
    }

    var isHeading: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    /// Whether it has neither content nor an end tag.
    package var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link, .meta,
            .param, .source, .track, .wbr:
            true
        default: false
        }
    }

    /// Whether it contains only text, up to its own end tag.
    package var holdsOnlyText: Bool { HTMLTokenizer.Content(of: self) != .data }

    /// Whether it is an element of SVG or MathML.
    package var isOfDrawingOrMath: Bool {
        switch self {
        case .annotation, .annotationXML, .desc, .foreignObject, .malignmark, .math, .mfrac, .mglyph, .mi, .mn, .mo,
            .mover,
            .mroot, .mrow, .ms, .mspace, .msqrt, .msub, .msubsup, .msup, .mtable, .mtext, .mtr, .munder, .munderover:
            true
        default: false
        }
    }

    /// Whether its text contains neither tags nor references.
    var isRawText: Bool {
        switch self {
        case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: true
        default: false
        }
    }

    /// Whether this HTML element is “special” (HTML Standard, 13.2.4.2).
    var isSpecial: Bool {
        switch self {
        case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button,
            .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
            .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr,
            .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed,
            .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
            .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr,
            .track, .ul, .wbr, .xmp:
            true
        default: false
        }
    }

    /// Whether this HTML element ends the search for an element “in scope”.
    var endsScope: Bool {
        switch self {
        case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template: true
        default: false
        }
    }

    var endsTableScope: Bool { self == .html || self == .table || self == .template }

    /// Whether text and unexpected elements in it are moved before the table.
    var isTablePart: Bool {
        switch self {
        case .table, .tbody, .tfoot, .thead, .tr: true
        default: false
        }
    }

    /// Whether this start tag ends SVG or MathML around it.
    var breaksOutOfForeign: Bool {
        switch self {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4,
            .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span,
            .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
            true
        default: false
        }
    }
}

// What elements are for those who read the text of pages.
extension HTMLTag {
    /// Whether it is part of a line of text.
    public var isInline: Bool {
        switch self {
        case .abbr, .acronym, .audio, .b, .bdi, .bdo, .big, .br, .button, .cite, .code, .data, .datalist, .dfn, .em,
            .embed, .font, .i, .img, .input, .kbd, .label, .mark, .math, .meter, .nobr, .object, .output, .progress, .q,
            .rb, .rp, .rt, .rtc, .ruby, .s, .samp, .select, .small, .span, .strike, .strong, .sub, .sup, .textarea,
            .time, .tt, .u, .var, .wbr:
            true
        default: false
        }
    }

    /// Whether it is inline as far as its content is.
    public var isInlineAsItsContent: Bool { self == .a || self == .del || self == .ins }

    /// Whether a `div` around it is more than a paragraph.
    public var isBlock: Bool {
        switch self {
        case .blockquote, .dl, .div, .img, .ol, .p, .pre, .table, .ul: true
        default: false
        }
    }

    /// Whether text is expected right in it.
    public var isForText: Bool {
        switch self {
        case .blockquote, .dl, .div, .img, .li, .ol, .p, .pre, .span, .table, .td, .ul: true
        default: false
        }
    }

    /// Whether its text earns points for the elements around it.
    public var isScored: Bool {
        switch self {
        case .h2, .h3, .h4, .h5, .h6, .p, .pre, .section, .td: true
        default: false
        }
    }

    public var isHeadline: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    /// Whether nothing of it can be read.
    public var isNeverRead: Bool {
        switch self {
        case .head, .link, .meta, .noscript, .script, .style, .template, .title: true
        default: false
        }
    }
}

/// The attributes that lede uses.
public enum Attribute: UInt32, CaseIterable, Sendable {
    case align, alt, ariaHidden, ariaLabel, charset, checked, cite, `class`, color, colspan, content, data, disabled,
        encoding
    case face, height, hidden, href, hreflang, httpEquiv, id, multiple, name, open, rel, reversed, role, rowspan
    case selected, size, src, srcset, start, style, title, type, value, width
    // Attributes with the URLs of images that a page loads later.
    case dataSrc, dataSrcset, dataLazySrc, dataLazySrcset, dataOriginal
    // Attributes by which a page says what its parts are.
    case ariaModal, datetime, itemprop, itemtype, lang, property
    // Attributes by which a button says what it shows.
    case ariaControls, dataBsTarget, dataTarget
    case bgcolor

    /// The name as bytes.
    package var utf8: ArraySlice<UInt8> { Names.attributes[rawValue] }

    /// The name as in documents: `data-src`.
    package var spelling: String {
        "\(self)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }
}
