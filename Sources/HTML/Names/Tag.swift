/// The elements that lede knows by name.
///
/// It is public so that other modules compare tags without a function call.
public enum Tag: UInt8, CaseIterable, Sendable {
    case a, abbr, acronym, address, annotation, annotationXML, applet, area, article, aside, audio
    case b, base, basefont, bdi, bdo, bgsound, big, blink, blockquote, body, br, button
    case canvas, caption, center, cite, code, col, colgroup
    case data, datalist, dd, del, desc, details, dfn, dialog, dir, div, dl, dt
    case em, embed, fieldset, figcaption, figure, font, footer, foreignObject, form, frame, frameset
    case h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html
    case i, iframe, image, img, input, ins, kbd, keygen
    case label, legend, li, link, listing
    case main, malignmark, map, mark, marquee, math, menu, meta, meter, mfrac, mglyph, mi, mn, mo, mover, mroot, mrow,
        ms
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

    /// The element with a name in any case; nil if lede doesn't know it.
    package init?(named name: some Sequence<UInt8>) {
        guard let number = Names.elements.known(name.map(\.lowercased)) else { return nil }
        let tag = Names.tag(of: number)
        guard tag != .unknown else { return nil }
        self = tag
    }
}
