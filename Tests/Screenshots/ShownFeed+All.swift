extension ShownFeed {
    static let all = [
        ShownFeed(
            name: "The Slow Compiler", group: "code", pace: 20,
            titles: [
                "What a cache line costs", "Reading a million rows without a pause", "A parser that never gives up",
                "Undo is a journal", "Queues, and who waits on them", "Strings are harder than they look"
            ], body: article),
        ShownFeed(
            name: "Kernel Garden", group: "code", pace: 9,
            titles: [
                "A week in the scheduler", "Pages, folios and what is between", "Why your timer woke up",
                "The file that was never there", "Patches that nobody asked for", "How a pipe is full"
            ]),
        ShownFeed(
            name: "Small Databases", group: "code", pace: 27,
            titles: [
                "How a write-ahead log forgets", "Full text in forty kilobytes", "An index you did not need",
                "Counting without counting"
            ]),
        ShownFeed(
            name: "Notes on Type", group: "design", pace: 31,
            titles: [
                "Eighty columns are enough", "Hyphens, dashes and the minus sign", "A grid is a promise",
                "Setting 日本語 beside Latin", "Why terminals still win"
            ]),
        ShownFeed(
            name: "Weather Desk", group: "world", pace: 3.1,
            titles: [
                "Snow above 900 metres by the weekend", "Storm warnings for the western coast",
                "The warmest November since records began", "Fog, and what to do about it", "Tides for the week"
            ]),
        ShownFeed(
            name: "Harbour Times", group: "world", pace: 5.3,
            titles: [
                "Ferry returns after three years", "A lighthouse is sold, its keeper stays", "The market moves indoors",
                "Council votes for the longer quay", "Herring, at last"
            ]),
        ShownFeed(
            name: "Long Reads Weekly", group: "world", pace: 80,
            titles: ["The people who mend clocks", "A map of every bench", "Letters to a radio telescope"]),
        ShownFeed(
            name: "Panels", group: "comics", pace: 40,
            titles: ["Estimates", "The last semicolon", "Cat on a warm router", "Sort of sorted"])
    ]

    private static let article = """
        <p>A processor does not read a byte. It reads sixty-four of them, a <em>cache line</em>, and what you did not
        ask for came along anyway. Programs that are quick are often just programs that ask for
        <strong>neighbours</strong>.</p>
        <h2>An experiment</h2>
        <p>Take a list of a million numbers and add them up twice: once in order, and once in an order that
        <a href="https://slowcompiler.example/shuffle">somebody has shuffled</a>. The sum is the same.</p>
        <pre>let inOrder = numbers.reduce(0, +)
        let shuffled = order.reduce(0) { $0 + numbers[$1] }</pre>
        <blockquote><p>The second took eleven times as long, and did nothing else.</p></blockquote>
        <h2>What to do about it</h2>
        <ul><li>Keep together what is read together.</li>
        <li>Measure before and after: guesses are wrong in both directions.</li>
        <li>Read <a href="https://example.org/lines">what every line costs</a>, and then forget the numbers.</li></ul>
        <p>The rest is patience, and a profiler that tells the truth.</p>
        """
}
