/// The language of an element.
package enum Namespace: UInt8, Sendable {
    case html, svg, mathML
}
