/// The language of an element.
public enum Namespace: UInt8, Sendable {
    case html, svg, mathML
}
