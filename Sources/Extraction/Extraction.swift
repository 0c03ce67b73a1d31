/// What was taken from a page.
package enum Extraction: Sendable {
    case article(Article)
    case refused(Refusal)
}
