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
