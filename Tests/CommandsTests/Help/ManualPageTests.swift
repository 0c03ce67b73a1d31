import Testing

@testable import Commands

@Suite struct `A page of the manual` {
    @Test func `the manual page names every command with its options`() {
        let page = ManualPage.commands.text
        for subcommand in Subcommand.all {
            #expect(page.contains("\\fBlede \(subcommand.name)\\fR"))
            for option in subcommand.options {
                #expect(page.contains(option.name.replacing("-", with: "\\-")), "\(subcommand.name) \(option.name)")
            }
        }
    }

    @Test func `a guide becomes a manual page`() throws {
        let guide = """
            # lede-urls: the feeds that are read

            One address a line, as in `a -b`; see
            [the guide](https://example.org/).

            ## Keys
            | key | value | meaning |
            |---|---|---|
            | `interval` | minutes | how often \\| when |

            - first
              goes on
            - second

                .code \\n
            """
        let page = try ManualPage(markdown: guide, section: 5).text
        #expect(page.hasPrefix(".TH LEDE\\-URLS 5 "))
        #expect(
            page.hasSuffix(
                """
                .SH NAME
                lede\\-urls \\- the feeds that are read
                .SH "DESCRIPTION"
                .PP
                One address a line, as in \\fBa \\-b\\fR; see the guide.
                .SH "KEYS"
                .TP
                \\fBinterval\\fR  minutes
                how often | when
                .IP \\(bu 2
                first goes on
                .IP \\(bu 2
                second
                .PP
                .RS 4
                .EX
                \\&.code \\en
                .EE
                .RE

                """))
    }

    @Test func `a manual page resolves a guide's backslashes`() throws {
        let text = #"\\" is a mark, press \<F5\> for \`x\`, set $LEDE\_URL or `a\b` and **bold**"#
        let page = try ManualPage(markdown: "# a: b\n\n\(text)\n", section: 5).text
        #expect(page.contains(#"\e" is a mark, press <F5> for `x`, set $LEDE_URL or \fBa\eb\fR and bold"#))
    }

    @Test func `a guide without a title is refused as a manual page`() {
        #expect(throws: CommandFailure.self) { try ManualPage(markdown: "text", section: 5) }
    }
}
