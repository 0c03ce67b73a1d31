/// What to ask a server for.
package struct Request: Equatable, Sendable {
    package var url: String
    /// What the server said the last time, so that it need not send again what has not changed.
    package var validators: Validators
    package var options: RequestOptions

    package init(
        _ url: String, validators: Validators = Validators(), options: RequestOptions = RequestOptions()
    ) {
        self.url = url
        self.validators = validators
        self.options = options
    }
}
