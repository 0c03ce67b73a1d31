import CLibXML2

extension LibXML2 {
    /// The library, loaded at the first use, which takes milliseconds.
    static let loaded: Result<LibXML2, ParseFailure> = {
        var library = LibXML2()
        if let reason = lede_xml_load(&library) { return .failure(.noLibrary(String(cString: reason))) }
        library.xmlInitParser()
        return .success(library)
    }()
}
