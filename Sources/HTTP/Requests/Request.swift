/// A request for a document.
package struct Request: Equatable, Sendable {
    package var url: String
    /// The server's last validators, so that it needn't send an unchanged document again.
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
