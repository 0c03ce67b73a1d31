import CAVIF
import CChafa
import CGIF
import CJPEG
import CPNG
import CWebP
import CZlib

/// The libraries that decode and draw pictures, as far as they are installed.
struct Libraries {
    private(set) var jpeg: JPEGLibrary?
    private(set) var png: PNGLibrary?
    private(set) var webp: WebPLibrary?
    private(set) var gif: GIFLibrary?
    private(set) var avif: AVIFLibrary?
    private(set) var zlib: ZlibLibrary?
    private(set) var chafa: ChafaLibrary?

    /// Loads them. It takes access to files.
    init(_ wanted: Set<PictureLibrary>) {
        if wanted.contains(.jpeg) { jpeg = Self.load(JPEGLibrary()) { lede_jpeg_load(&$0) } }
        if wanted.contains(.png) { png = Self.load(PNGLibrary()) { lede_png_load(&$0) } }
        if wanted.contains(.webp) { webp = Self.load(WebPLibrary()) { lede_webp_load(&$0) } }
        if wanted.contains(.gif) { gif = Self.load(GIFLibrary()) { lede_gif_load(&$0) } }
        if wanted.contains(.avif) { avif = Self.load(AVIFLibrary()) { lede_avif_load(&$0) } }
        if wanted.contains(.zlib) { zlib = Self.load(ZlibLibrary()) { lede_zlib_load(&$0) } }
        if wanted.contains(.chafa) {
            chafa = Self.load(ChafaLibrary()) { lede_chafa_load(&$0) }
            // Threads of its own would need more than the helper may do.
            chafa?.set_n_threads(1)
        }
    }

    /// Those that couldn't be loaded.
    var missing: [PictureLibrary] {
        PictureLibrary.allCases.filter { library in
            switch library {
            case .jpeg: jpeg == nil
            case .png: png == nil
            case .webp: webp == nil
            case .gif: gif == nil
            case .avif: avif == nil
            case .zlib: zlib == nil
            case .chafa: chafa == nil
            }
        }
    }

    private static func load<Library>(_ library: Library, _ load: (inout Library) -> Int32) -> Library? {
        var library = library
        return load(&library) == 0 ? nil : library
    }
}
