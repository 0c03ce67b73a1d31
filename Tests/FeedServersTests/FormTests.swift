import Testing

@testable import FeedServers

@Suite struct FormTests {
    @Test func `fields are sent in their order, and encoded`() {
        var form: Form = ["T": "a b", "a": "user/-/ü"]
        form.add("i", "1&2=+")
        #expect(form.text == "T=a%20b&a=user%2F-%2F%C3%BC&i=1%262%3D%2B")
    }
}
