import Configuration
import Signals

// What is typed at the foot of the screen.
extension Session {
    func ask(_ question: Question, text: String = "", problem: String? = nil) {
        self.question = question
        var prompt = Prompt(label: question.label, text: text)
        if let problem { prompt.problem = problem }
        self.prompt = prompt
    }

    /// Changes the line that is being typed.
    package func edit(_ change: (inout TypedLine) -> Void) {
        guard var prompt else { return }
        change(&prompt.line)
        show(prompt)
    }

    /// Puts what was typed here before in the place of the line.
    package func recall(earlier: Bool) {
        guard var prompt, let name = question?.history else { return }
        prompt.recall(histories.lines(of: name), earlier: earlier)
        show(prompt)
    }

    /// Goes on with what has been begun, as far as that is plain.
    package func complete(backward: Bool = false) {
        guard let asked = prompt, let question else { return }
        var prompt = asked
        prompt.complete(backward: backward) { question.completion(String(asked.text.prefix(asked.cursor))) }
        show(prompt)
    }

    /// Shows the line as it is now, and does what follows what is typed.
    private func show(_ prompt: Prompt) {
        let isEdited = prompt.text != self.prompt?.text
        self.prompt = prompt
        if isEdited { question?.follow(prompt.text) }
    }

    package func leavePrompt() {
        guard prompt != nil, let left = question else { return }
        (prompt, question) = (nil, nil)
        left.leave()
        request(.leaveSteps)
    }

    /// Takes what was typed at the prompt, or says there what is wrong with it.
    package func submitPrompt() {
        // What was cut is not what was meant, and stays with the word of it; only a search is the same with less.
        guard var prompt, let asked = question, !prompt.line.isCut || asked.isSearch else { return }
        let text = prompt.text.trimmingSpaces
        // First, since what was typed may lead to the next question.
        (self.prompt, question) = (nil, nil)
        if asked.tellsOfLostRow() { return }
        do {
            if !text.isEmpty || asked.takesNothing { try asked.submit(text) }
            if let name = asked.history { histories.add(text, to: name) }
        } catch {
            prompt.problem = "\(error)"
            (self.prompt, question) = (prompt, asked)
        }
    }

    /// Whether words are being typed whose finds stand in the rows that the mouse points at.
    var isFindingRows: Bool { prompt?.text.isEmpty == false && question?.findsRows == true }
}

// What is chosen from a list.
extension Session {
    func choose(_ choice: Choice, then decision: @escaping Decision) {
        self.decision = decision
        self.choice = choice
    }

    /// Changes the list that the person chooses from: what is typed, or where its cursor is.
    package func editChoice(_ change: (inout Choice) -> Void) {
        guard var choice else { return }
        change(&choice)
        self.choice = choice
    }

    /// Takes the number of rows that the screen has for the list.
    package func fitChoice(_ height: Int) {
        if let choice, choice.cursor.height != max(1, height) { editChoice { $0.cursor.height = height } }
    }

    package func leaveChoice() {
        (choice, decision) = (nil, nil)
        request(.leaveSteps)
    }

    /// Takes what the cursor is on.
    package func takeChoice() {
        guard let option = choice?.selected, let decision else { return }
        // First, since what was chosen may lead to the next question.
        (choice, self.decision) = (nil, nil)
        decision(option)
    }
}
