import FoundationEssentials

/// A picture as iTerm2 and its likes take it: a whole PNG file, which appears at the cursor over some cells.
package nonisolated enum ITermPicture {
    package static func sequence(png: [UInt8], columns: Int, rows: Int) -> String {
        let keys = "inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=0;doNotMoveCursor=1"
        return "\u{1B}]1337;File=\(keys):\(Data(png).base64EncodedString())\u{7}"
    }
}
