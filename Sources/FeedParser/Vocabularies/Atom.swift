import FoundationEssentials

extension Vocabulary {
    /// The elements of Atom 1.0 (RFC 4287).
    static let atom = Vocabulary(
        of: .atom,
        feed: [
            "title": { element, feed in feed.title.offer(AtomText(element)?.plain) },
            "subtitle": { element, feed in feed.description.offer(AtomText(element)?.plain) },
            "link": { element, feed in
                let link = AtomLink(element)
                guard link.relation == "alternate" else { return }
                feed.link.offer(link.url, as: link.isPage ? .own : .borrowed)
            },
            "author": { element, feed in feed.authors.append(AtomPerson.name(in: element)) },
            "logo": { element, feed in feed.image.offer(element.resolve(element.text)) },
            "icon": { element, feed in feed.image.offer(element.resolve(element.text), as: .borrowed) },
            "updated": { element, feed in feed.updated.offer(Date(inFeed: element.text)) }
        ],
        item: [
            "id": { element, item in item.id.offer(element.text.trimmed) },
            "title": { element, item in item.title.offer(AtomText(element)?.plain) },
            "link": readLink,
            "author": { element, item in item.authors.append(AtomPerson.name(in: element)) },
            "source": { element, item in
                item.sourceAuthors += element.elements.filter { $0.name == ElementName(.atom, "author") }
                    .map(AtomPerson.name)
            },
            "published": { element, item in item.published.offer(Date(inFeed: element.text)) },
            "updated": { element, item in item.updated.offer(Date(inFeed: element.text)) },
            "summary": { element, item in item.summary.offer(AtomText(element)?.html) },
            "content": { element, item in item.content.offer(AtomText(element)?.html) },
            "category": { element, item in
                item.categories.append((element["label"]?.unlessBlank ?? element["term"] ?? "").collapsed)
            }
        ])

    /// What RSS feeds take from Atom: links in the first place, `rel="self"` among them, which is not the page's.
    static let atomInsideOfRSS = Vocabulary(
        of: .atom,
        feed: [
            "link": { element, feed in
                let link = AtomLink(element)
                if link.relation == "alternate" { feed.link.offer(link.url, as: .borrowed) }
            },
            "updated": { element, feed in feed.updated.offer(Date(inFeed: element.text), as: .borrowed) }
        ],
        item: [
            "link": { element, item in
                let link = AtomLink(element)
                switch link.relation {
                case "alternate": item.link.offer(link.url, as: .borrowed)
                case "enclosure": item.enclosures += [link.enclosure].compactMap(\.self)
                default: break
                }
            },
            "author": { element, item in item.authors.append(AtomPerson.name(in: element)) },
            "published": { element, item in item.published.offer(Date(inFeed: element.text), as: .borrowed) },
            "updated": { element, item in item.updated.offer(Date(inFeed: element.text)) }
        ])

    private static let readLink: XMLFormat.Reader<ItemDraft> = { element, item in
        let link = AtomLink(element)
        switch link.relation {
        case "alternate": item.link.offer(link.url, as: link.isPage ? .own : .borrowed)
        case "enclosure": item.enclosures += [link.enclosure].compactMap(\.self)
        default: break
        }
    }
}
