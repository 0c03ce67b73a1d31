extension Site {
    /// Stack Exchange's sites for questions.
    static let stackExchange = Site(
        "stackoverflow.com", "{language}.stackoverflow.com", "{topic}.stackexchange.com", "serverfault.com",
        "superuser.com", "askubuntu.com", "mathoverflow.net", "stackapps.com",
        routes: [
            Route("/", ["/feeds": "Questions"]),
            Route("/questions", ["/feeds": "Questions"]),
            Route("/questions/tagged/{tag}", ["/feeds/tag/{tag}": "Questions about {tag}"]),
            Route("/questions/{#id}/*", ["/feeds/question/{id}": "Answers"]),
            Route("/users/{#id}/*", ["/feeds/user/{id}": "Activity of a user"])
        ])
}
