import HTML

extension Draft {
    /// Removes what stands around a form or a button that asks to subscribe, as far as it is small: its heading, its promise.
    mutating func removeSignUps(in article: DraftID) {
        let asking = elements(in: article) { node in
            node.tag == .form || node.tag == .a || node.tag == .button
        }
        for id in asking {
            guard let block = tag(of: id) == .form ? id : blockOfCall(id), contains(article, block) else { continue }
            remove(widest(around: block, in: article))
        }
    }

    /// The block that is nothing but a link or a button that asks to subscribe.
    private func blockOfCall(_ id: DraftID) -> DraftID? {
        let letters = counts[id.index].letters
        guard letters > 0, letters < 30, opening(of: id, as: AsideWords.calls).isWord else { return nil }
        var block = id
        while isInline(block), let around = parent(of: block), counts[around.index].letters <= letters + 3 {
            block = around
        }
        return !isInline(block) || standsAlone(block) ? block : nil
    }

    /// Whether no line of text goes on before or after a part of one.
    func standsAlone(_ id: DraftID) -> Bool {
        [neighbour(of: id, \.previous), neighbour(of: id, \.next)].allSatisfy { neighbour in
            neighbour.map { !isInline($0) || tag(of: $0) == .br } ?? true
        }
    }

    /// The outermost element around one that is no more than a box within the article.
    private func widest(around id: DraftID, in article: DraftID) -> DraftID {
        let most = min(400, counts[article.index].letters / 4)
        var box = id
        while let around = parent(of: box), around != article, counts[around.index].letters < most {
            switch tag(of: around) {
            case .aside, .center, .div, .form, .header, .p, .section:
                // A video or a table would go, too.
                if nodes[around.index].traits.contains(.isKept) { return box }
                box = around
            default: return box
            }
        }
        return box
    }
}
