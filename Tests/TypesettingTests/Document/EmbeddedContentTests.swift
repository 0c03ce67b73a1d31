import Testing

@testable import Typesetting

@Suite struct ImageTests {
    private func image(_ html: String) -> Image? {
        guard case .paragraph(let inlines) = blocks(html, base: "https://x.y/z/").first else { return nil }
        for case .image(let image) in inlines { return image }
        return nil
    }

    @Test func `an image keeps its description, title, size and URL`() {
        #expect(
            image("<img src='/c.png' alt=' A \n cat' title='Tom' width=640 height='480px'>")
                == Image(alt: "A cat", source: "https://x.y/c.png", title: "Tom", width: 640, height: 480))
        #expect(image("<img src=c.png width='100%'>") == Image(source: "https://x.y/z/c.png"))
    }

    @Test func `an image without a description is decoration beside text, and undescribed alone`() {
        #expect(blocks("a <img src=b alt=''> c") == [.text("a c")])
        #expect(blocks("<p><img src='http://b' alt=''></p>") == [.paragraph([.image(Image(source: "http://b"))])])
        #expect(blocks("<p><img src='http://b' alt='' width=16 height=16></p>") == [])
    }

    @Test func `a large image beside text and others is no decoration, even without a description`() {
        let large = Image(source: "http://b", width: 640, height: 400)
        let photo = "<img src='http://b' alt='' width=640 height=400>"
        #expect(blocks("<p>a \(photo) c</p>") == [.paragraph([.text("a "), .image(large), .text(" c")])])
        #expect(
            blocks("<p>\(photo)<img src='http://c' alt='C'></p>") == [
                .paragraph([.image(large), .text(" "), .image(Image(alt: "C", source: "http://c"))])
            ])
        for small in ["width=96 height=96", "width=600 height=90", "width=150", "width='100%'"] {
            #expect(blocks("a <img src=b alt='' \(small)> c") == [.text("a c")])
        }
    }

    @Test func `an image is separated from a word or image before it, but not from a bracket`() {
        let picture = Inline.image(Image(source: "http://b"))
        #expect(blocks("<p>Seen.<img src='http://b'>") == [.paragraph([.text("Seen. "), picture])])
        #expect(blocks("<p>(<img src='http://b'>)") == [.paragraph([.text("("), picture, .text(")")])])
        #expect(
            blocks("<p><img src='http://b'><img src='http://b'>") == [.paragraph([picture, .text(" "), picture])])
    }

    @Test(arguments: [
        "<img src=b width=1 height=1>", "<img src=b height=0>", "<img src=b style='width: 1px; height: 1px'>",
        "<img alt='x' src=b style='display:none'>", "<img>", "<img src=''>",
        "<img src='data:image/gif;base64,R0lGODlh'>"
    ])
    func `tracking images and empty ones are left out`(html: String) {
        #expect(blocks(html) == [])
    }

    @Test(arguments: [
        "<img data-src=a.png src=wait.gif>", "<img data-lazy-src=a.png src='data:image/gif;base64,R0lGODlh'>",
        "<img srcset='b.png 320w, a.png 640w'>", "<img srcset='b.png, a.png 2x'>",
        "<img src=wait.gif data-srcset='a.png'>",
        "<picture><source srcset='a.png 1x'><img></picture>", "<img src=\"a.png\"srcset='b.png 9x'>"
    ])
    func `an image that is loaded late is found`(html: String) {
        #expect(image(html)?.source == "https://x.y/z/a.png")
    }

    @Test func `a picture in the text itself has a name of its own, and all together have a megabyte at most`() throws {
        func picture(_ letter: String, _ count: Int) -> String {
            "data:image/png;base64," + String(repeating: letter, count: count)
        }
        let (a, b) = (picture("A", 600), picture("B", 900))
        let first = try #require(image("<img src='\(a)' alt=A>"))
        #expect(first.data == a && first.alt == "A")
        let name = try #require(first.source)
        #expect(name.hasPrefix("data:") && name.utf8.count < 40)
        #expect(image("<img src='\(a)' alt=A>") == first)
        #expect(image("<img src='\(b)' alt=A>")?.source != name)
        #expect(image("<img src='\(a)' data-src=b.png>")?.source == "https://x.y/z/b.png")
        let large = picture("C", 600 << 10)
        let images = Document(html: "<p><img src='\(large)'><p><img src='\(large)'><p><img src='\(a)'>").images
        #expect(images.map { $0.data?.utf8.count } == [large.utf8.count, nil, a.utf8.count])
    }

    @Test func `the image for readers without scripts isn't repeated`() {
        let html = "<img data-src=a.png alt=A><noscript><img src=a.png alt=A></noscript>"
        let image = Image(alt: "A", source: "https://x.y/a.png")
        #expect(blocks(html, base: "https://x.y") == [.paragraph([.image(image)])])
        #expect(
            blocks("<noscript><img src=a.png alt=A></noscript>", base: "https://x.y") == [.paragraph([.image(image)])])
    }

    @Test func `images of characters become characters`() {
        #expect(
            blocks("Hi <img class='emoji' alt='🙂' src=a.png>, <img class=latex alt='x^2' src=b>") == [
                .text("Hi 🙂, x^2")
            ])
    }

    @Test func `adjacent images have a space between them`() {
        let image = Inline.image(Image(alt: "a"))
        #expect(blocks("<img alt=a><img alt=a>") == [.paragraph([image, .text(" "), image])])
    }
}

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
