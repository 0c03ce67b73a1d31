/// Up to where a server has told of its changes. Only the protocol knows the meaning of the text, which is kept.
package struct ChangeCursor: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
