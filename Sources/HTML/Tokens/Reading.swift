/// How to read HTML that isn't well-formed.
package enum Reading {
    /// As browsers read a page.
    case page
    /// Without losing any text that was truncated, pasted or taken from XML: an unclosed quotation mark ends with its
    /// tag, self-closing elements hide nothing, and the contents of CDATA sections are read.
    case excerpt
}
