/// Which language an element belongs to.
package enum Namespace: UInt8, Sendable {
    case html, svg, mathML
}
