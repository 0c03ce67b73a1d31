/// How HTML is read that is not as it should be.
package enum Reading {
    /// As browsers read a page.
    case page
    /// So that nothing is lost of a text that was cut, pasted or taken out of XML: a quotation mark that is never closed ends
    /// with its tag, elements that close themselves hide nothing, and CDATA sections are what they hold.
    case excerpt
}
