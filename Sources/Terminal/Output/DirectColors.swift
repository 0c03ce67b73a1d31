/// Colours that change from cell to cell, as in photos: too many of them to be styles with numbers.
nonisolated struct DirectColors {
    private let terminal: TerminalDescription
    private let depth: ColorDepth
    /// The colours in which the terminal is; nil is its own.
    private var front: TerminalColor?
    private var behind: TerminalColor?
    /// The sequences of the palette's colours that were used.
    private var palette: [[UInt8]?] = Array(repeating: nil, count: 512)

    init(_ terminal: TerminalDescription, _ depth: ColorDepth) {
        (self.terminal, self.depth) = (terminal, depth)
    }

    var arePlain: Bool { front == nil && behind == nil }

    /// Changes to the colours of a block, as far as they are visible.
    mutating func begin(_ block: PictureBlock, on background: TerminalColor?, in frame: inout [UInt8]) {
        let wanted = (
            block.character == " " ? front : block.foreground.flatMap(depth.shown),
            block.character == "█" ? behind : (block.background ?? background).flatMap(depth.shown)
        )
        change(to: wanted, in: &frame)
    }

    /// Changes to a colour that has another meaning, and so must reach the terminal unchanged.
    mutating func begin(exactly color: TerminalColor, on background: TerminalColor?, in frame: inout [UInt8]) {
        let behind = background.flatMap(depth.shown)
        change(to: (front == color ? color : nil, behind), in: &frame)
        guard front == nil else { return }
        frame.append(color, isBehind: false)
        front = color
    }

    /// Returns to plain text.
    mutating func end(in frame: inout [UInt8]) {
        guard !arePlain else { return }
        frame += terminal.reset
        (front, behind) = (nil, nil)
    }

    private mutating func change(
        to wanted: (front: TerminalColor?, behind: TerminalColor?), in frame: inout [UInt8]
    ) {
        if wanted.front == nil && front != nil || wanted.behind == nil && behind != nil { end(in: &frame) }
        if let color = wanted.front, color != front { add(color, isBehind: false, to: &frame) }
        if let color = wanted.behind, color != behind { add(color, isBehind: true, to: &frame) }
        (front, behind) = wanted
    }

    private mutating func add(_ color: TerminalColor, isBehind: Bool, to frame: inout [UInt8]) {
        switch (color, depth) {
        case (.palette(let number), _):
            let index = Int(number) + (isBehind ? 256 : 0)
            let sequence = palette[index] ?? terminal.coloring(color, isBehind: isBehind, depth)
            palette[index] = sequence
            frame += sequence
        case (.rgb, .rgb): frame += terminal.coloring(color, isBehind: isBehind, depth)
        case (.rgb, _): frame.append(color, isBehind: isBehind)
        }
    }
}
