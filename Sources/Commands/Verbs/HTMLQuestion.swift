import FoundationEssentials
import HTML

/// A line of JSON that asks how the HTML parser reads a page:
///
/// - `html` and `fragment` ask for the tree
/// - `html` and `select` ask for the elements that a selector matches
/// - `html` and `xpath` ask for what a path matches
/// - `html` alone asks for the text of a fragment
/// - `bytes`, in base64, asks for the encoding and the text
struct HTMLQuestion: LineQuestion {
    static let members = "“id”, and “html” or “bytes”"

    private let id: String
    private let html: String?
    private let fragment: String?
    private let select: String?
    private let xpath: String?
    private let bytes: Data?
    private let asksForTree: Bool

    private enum CodingKeys: CodingKey {
        case id, html, fragment, select, xpath, bytes
    }

    init(from decoder: any Decoder) throws {
        let question = try decoder.container(keyedBy: CodingKeys.self)
        id = try question.decode(String.self, forKey: .id)
        html = try question.decodeIfPresent(String.self, forKey: .html)
        fragment = try question.decodeIfPresent(String.self, forKey: .fragment)
        select = try question.decodeIfPresent(String.self, forKey: .select)
        xpath = try question.decodeIfPresent(String.self, forKey: .xpath)
        bytes = try question.decodeIfPresent(Data.self, forKey: .bytes)
        asksForTree = question.contains(.fragment)
    }

    var answer: JSON {
        if let bytes {
            let encoding = EncodingSniffer.encoding(of: Array(bytes)).rawValue
            let tree = HTMLTree(decoding: Array(bytes))
            return .members([
                ("id", .string(id)), ("encoding", .string(encoding)), ("text", .string(tree.textContent(of: tree.root)))
            ])
        }
        let page = Array((html ?? "").utf8)
        if let select { return answer(select, on: HTMLTree(parsing: page)) }
        if let xpath { return answer(path: xpath, on: HTMLTree(parsing: page)) }
        if asksForTree {
            let tree = fragment.map { HTMLTree(parsingFragment: page, in: $0) } ?? HTMLTree(parsing: page)
            return answer("tree", tree.outline)
        }
        let tree = HTMLTree(parsingFragment: page, in: "div")
        return answer("text", tree.textContent(of: tree.root))
    }

    private func answer(_ selector: String, on tree: HTMLTree) -> JSON {
        do {
            let elements = tree.elements(matching: try Selector(selector))
            return .members([
                ("id", .string(id)), ("elements", .array(elements.map { .string(tree.html(of: $0)) }))
            ])
        } catch {
            return .members([("id", .string(id)), ("error", .string(error.description))])
        }
    }

    private func answer(path: String, on tree: HTMLTree) -> JSON {
        do {
            let matches = tree.matches(of: try XPath(path)).map { match in
                switch match {
                case .node(let id): JSON.string(tree.html(of: id))
                case .attribute(_, let value): JSON.string(value)
                }
            }
            return .members([("id", .string(id)), ("matches", .array(matches))])
        } catch {
            return .members([("id", .string(id)), ("error", .string(error.description))])
        }
    }

    private func answer(_ key: String, _ text: String) -> JSON { .members([("id", .string(id)), (key, .string(text))]) }
}
