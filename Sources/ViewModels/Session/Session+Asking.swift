import Configuration
import Signals

// Prompts.
extension Session {
    func ask(_ question: Question, text: String = "", problem: String? = nil) {
        self.question = question
        var prompt = Prompt(label: question.label, text: text)
        if let problem { prompt.problem = problem }
        self.prompt = prompt
    }

    /// Edits the line of the prompt.
    package func edit(_ change: (inout TypedLine) -> Void) {
        guard var prompt else { return }
        change(&prompt.line)
        show(prompt)
    }

    /// Replaces the line by an earlier or a later one of the history.
    package func recall(earlier: Bool) {
        guard var prompt, let name = question?.history else { return }
        prompt.recall(histories.lines(of: name), earlier: earlier)
        show(prompt)
    }

    /// Completes the word at the cursor.
    package func complete(backward: Bool = false) {
        guard let asked = prompt, let question else { return }
        var prompt = asked
        prompt.complete(backward: backward) { question.completion(String(asked.text.prefix(asked.cursor))) }
        show(prompt)
    }

    /// Shows the changed line, and reacts to its text.
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

    /// Submits the line, or shows its problem.
    package func submitPrompt() {
        // A line that was cut isn't what the user meant. Only a search can use it.
        guard var prompt, let asked = question, !prompt.line.isCut || asked.isSearch else { return }
        let text = prompt.text.trimmingSpaces
        // First, because the answer may lead to the next question.
        (self.prompt, question) = (nil, nil)
        if asked.tellsOfLostRow() { return }
        do {
            if !text.isEmpty || asked.takesNothing { try asked.submit(text) }
            if let name = asked.history { histories.add(text, to: name) }
        } catch {
            prompt.problem = "\(error)".asSentence
            (self.prompt, question) = (prompt, asked)
        }
    }

    /// Whether the typed text shows rows that the mouse can choose.
    var isFindingRows: Bool { prompt?.text.isEmpty == false && question?.findsRows == true }
}

// Lists of choices.
extension Session {
    func choose(_ choice: Choice, then decision: @escaping Decision) {
        self.decision = decision
        self.choice = choice
    }

    /// Edits the list of choices: its text or its cursor.
    package func editChoice(_ change: (inout Choice) -> Void) {
        guard var choice else { return }
        change(&choice)
        self.choice = choice
    }

    /// Sets the number of rows that the screen has for the list.
    package func fitChoice(_ height: Int) {
        if let choice, choice.cursor.height != max(1, height) { editChoice { $0.cursor.height = height } }
    }

    package func leaveChoice() {
        (choice, decision) = (nil, nil)
        request(.leaveSteps)
    }

    /// Chooses the option at the cursor.
    package func acceptChoice() {
        guard let option = choice?.selected, let decision else { return }
        // First, because the choice may lead to the next question.
        (choice, self.decision) = (nil, nil)
        decision(option)
    }
}
