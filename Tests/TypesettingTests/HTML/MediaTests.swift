import Testing

@testable import Typesetting

@Suite struct MediaTests {
    private func media(_ html: String) -> [Media] {
        blocks(html, base: "https://x.y/").compactMap { block in
            if case .paragraph(let inlines) = block, case .media(let media) = inlines.first { media } else { nil }
        }
    }

    @Test func `audio and video are links on their own lines`() {
        #expect(
            blocks("a<video src='http://v' title=V>no player</video>b") == [
                .text("a"), .paragraph([.media(Media(kind: .video, target: "http://v", title: "V"))]), .text("b")
            ])
        #expect(
            media("<audio controls><source src=a.ogg><source src=a.mp3>none</audio>") == [
                Media(kind: .audio, target: "https://x.y/a.ogg")
            ])
        #expect(blocks("<video>none</video>") == [])
    }

    @Test(arguments: [
        ("//www.youtube.com/embed/Ab-1?rel=0", Media(kind: .video, target: "https://www.youtube.com/watch?v=Ab-1")),
        ("https://www.youtube-nocookie.com/embed/x", Media(kind: .video, target: "https://www.youtube.com/watch?v=x")),
        ("https://player.vimeo.com/video/12#t", Media(kind: .video, target: "https://vimeo.com/12")),
        ("https://open.spotify.com/embed/track/9?a", Media(kind: .audio, target: "https://open.spotify.com/track/9")),
        ("https://maps.example/embed", Media(kind: .embedded, target: "https://maps.example/embed")),
        (
            "https://www.youtube.com/embed/videoseries?list=1",
            Media(kind: .embedded, target: "https://www.youtube.com/embed/videoseries?list=1")
        )
    ])
    func `a frame leads to the page that a user would open`(source: String, expected: Media) {
        #expect(media("<iframe src='\(source)'><p>no frames</p></iframe>") == [expected])
    }

    @Test func `objects and embeds with a URL are links`() {
        #expect(
            media("<object data=a.pdf title=A>no</object>") == [
                Media(kind: .embedded, target: "https://x.y/a.pdf", title: "A")
            ])
        #expect(media("<object><embed src=a.swf></object>") == [Media(kind: .embedded, target: "https://x.y/a.swf")])
        #expect(
            media("<object data=a.pdf>The <b>slides</b></object>") == [
                Media(kind: .embedded, target: "https://x.y/a.pdf", title: "The slides")
            ])
        #expect(blocks("<object>text</object>") == [.text("text")])
    }

    @Test func `tracking frames are left out`() {
        #expect(
            media("<iframe src='https://t' width=0 height=0></iframe><iframe hidden src='https://t'></iframe>") == [])
        #expect(media("<iframe src='about:blank'></iframe><iframe src='javascript:x()'></iframe>") == [])
    }
}
