/// The paragraph being written: flat runs, each with the formats it stands in, that become a tree at the end.
///
/// White space collapses as in CSS: one space, where it first comes, and none at the ends. A space that ends a format is
/// moved out of it, so that no link ends in an underlined space.
struct InlineText {
    enum Format: Equatable {
        case styled(InlineStyle)
        case link(target: String)
    }

    private struct OpenFormat {
        let format: Format
        /// Tells two bold words side by side from one.
        let serial: Int
    }

    private struct Run {
        let content: Inline
        let formats: [OpenFormat]
    }

    private var runs: [Run] = []
    private var formats: [OpenFormat] = []
    private var formatCount = 0
    private var bytes: [UInt8] = []
    private var isAfterSpace = true

    var formatDepth: Int { formats.count }

    mutating func append(_ text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            if byte > .space || !byte.isHTMLSpace {
                bytes.append(byte)
                isAfterSpace = false
            } else if !isAfterSpace {
                bytes.append(.space)
                isAfterSpace = true
            }
        }
    }

    mutating func insert(_ content: Inline) {
        endRun()
        if content == .lineBreak {
            isAfterSpace = true
            if runs.isEmpty { return }
        } else {
            isAfterSpace = false
        }
        runs.append(Run(content: content, formats: formats))
    }

    mutating func begin(_ format: Format) {
        endRun()
        formatCount += 1
        formats.append(OpenFormat(format: format, serial: formatCount))
    }

    mutating func end(downTo depth: Int) {
        guard formats.count > depth else { return }
        let endsInSpace = bytes.last == .space
        if endsInSpace { bytes.removeLast() }
        endRun()
        formats.removeLast(formats.count - depth)
        if endsInSpace { bytes.append(.space) }
    }

    /// The paragraph so far, empty where it holds nothing to see; what follows starts another in the same formats.
    mutating func take() -> [Inline] {
        endRun()
        isAfterSpace = true
        guard !runs.isEmpty else { return [] }
        defer { runs.removeAll() }
        trimEnd()
        guard runs.contains(where: { $0.content.isVisible }) else { return [] }
        return Self.tree(of: runs[...], depth: 0)
    }

    private mutating func endRun() {
        guard !bytes.isEmpty else { return }
        runs.append(Run(content: .text(String(decoding: bytes, as: UTF8.self)), formats: formats))
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func trimEnd() {
        while let last = runs.last {
            switch last.content {
            case .lineBreak, .text(" "): runs.removeLast()
            case .text(let text) where text.utf8.last == .space:
                runs[runs.count - 1] = Run(content: .text(String(text.dropLast())), formats: last.formats)
                return
            default: return
            }
        }
    }

    // As deep as the formats are nested, which the builder bounds.
    private static func tree(of runs: ArraySlice<Run>, depth: Int) -> [Inline] {
        var inlines: [Inline] = []
        var start = runs.startIndex
        while start < runs.endIndex {
            guard runs[start].formats.count > depth else {
                inlines.append(runs[start].content)
                start += 1
                continue
            }
            let open = runs[start].formats[depth]
            let rest = runs[start...]
            let end =
                rest.firstIndex { $0.formats.count <= depth || $0.formats[depth].serial != open.serial }
                ?? rest.endIndex
            inlines.append(open.format.around(tree(of: runs[start..<end], depth: depth + 1)))
            start = end
        }
        return inlines
    }
}

extension InlineText.Format {
    fileprivate func around(_ content: [Inline]) -> Inline {
        switch self {
        case .styled(let style): .styled(style, content)
        case .link(let target): .link(target: target, content)
        }
    }
}
