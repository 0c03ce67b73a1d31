/// A request for a document, or for a change.
package struct Request: Equatable, Sendable {
    package var url: String
    package var method: Method
    /// Sent unless the method is `get`.
    package var body: RequestBody?
    /// The server's last validators, so that it needn't send an unchanged document again. A change has none.
    package var validators: Validators
    package var options: RequestOptions

    package init(
        _ url: String, method: Method = .get, body: RequestBody? = nil, validators: Validators = Validators(),
        options: RequestOptions = RequestOptions()
    ) {
        self.url = url
        self.method = method
        self.body = body
        self.validators = method.changes ? Validators() : validators
        self.options = options
    }
}
