import Testing

@testable import Trust

@Suite struct HostNameTests {
    @Test(arguments: [
        ("www.example.com", "www.example.com"), ("WWW.Example.COM", "www.example.com"),
        ("www.example.com.", "www.example.com"), ("localhost", "localhost"),
        ("b\u{fc}cher.example", "xn--bcher-kva.example"), ("B\u{dc}CHER.example", "xn--bcher-kva.example"),
        ("fa\u{df}.example", "xn--fa-hia.example"), ("www\u{3002}example\u{ff0e}com", "www.example.com"),
        ("\u{4f8b}\u{3048}.test", "xn--r8jz45g.test"), ("foo_bar.example", "foo_bar.example"), ("foo.123", "foo.123"),
        ("xn--a.example", "xn--a.example"),
    ])
    func names(_ typed: String, _ prepared: String) {
        #expect(HostName(typed).form == .name(prepared))
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::1", "::1"), ("[2001:DB8:0:0:0:0:0:1]", "2001:db8::1"),
        ("2001:0db8::0001", "2001:db8::1"), ("::ffff:192.0.2.1", "::ffff:c000:201"), ("::", "::"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("fe80:0:0:1::", "fe80:0:0:1::"),
    ])
    func addresses(_ typed: String, _ text: String) {
        guard case .address(let octets) = HostName(typed).form else {
            Issue.record("\(typed) is no address")
            return
        }
        #expect(IPAddressText.text(octets) == text)
    }

    @Test(arguments: [
        "", " ", "a b", "www.example.com ", ".", ".example.com", "www..example.com", "a.test..", "a\u{0}.test",
        "https://a.test", "a.test:443", "[::1]:443", "[192.0.2.1]", "192.0.2.01", "0300.0.02.01", "0xC0000201", "127.1",
        "0x7f.1", "2130706433", "192.0.2.1.", "192.0.2.256", "1::2::3", "fe80::1%eth0", "*.example.com", "a/b", "1:2:3",
        ":::", String(repeating: "a", count: 64) + ".test", "user@host", "12345::", "1:2:3:4:5:6:7:8:9",
    ])
    func badReferences(_ typed: String) {
        guard case .bad = HostName(typed).form else {
            Issue.record("\(typed) was taken for \(HostName(typed).compared)")
            return
        }
    }

    /// Presented name, reference, Apple's answer, OpenSSL's answer.
    @Test(arguments: [
        ("www.example.com", "www.example.com", true, true), ("WWW.EXAMPLE.COM", "www.example.com", true, true),
        ("*.example.com", "www.example.com", true, true), ("*.example.com", "example.com", false, false),
        ("*.example.com", "a.b.example.com", false, false), ("*example.com", "wexample.com", false, false),
        ("w*.example.com", "www.example.com", false, false), ("*w.example.com", "www.example.com", false, false),
        ("www.*.com", "www.example.com", false, false), ("*.com", "example.com", false, false),
        ("*.*.com", "a.b.com", false, false), ("*.co.uk", "example.co.uk", false, true),
        ("*.example.co.uk", "www.example.co.uk", true, true), ("*.github.io", "a.github.io", true, true),
        ("www.example.com.", "www.example.com", false, false), ("foo.123", "foo.123", false, true),
        ("foo_bar.example.com", "foo_bar.example.com", true, true), ("-a.example.com", "-a.example.com", false, true),
        ("www.example.com:443", "www.example.com", false, false), ("*", "localhost", false, false),
        ("example.com.evil.test", "example.com", false, false),
    ])
    func matching(_ presented: String, _ reference: String, _ apple: Bool, _ openSSL: Bool) throws {
        #expect(AppleHostMatch.matches(reference: reference, presented: presented) == apple)
        let leaf = try TestIdentity.selfSigned(Recipe().with { $0.alternativeNames = "DNS:\(presented)" })
        #expect(OpenSSLHostMatch.matches(name: reference, leaf.certificate) == openSSL)
    }

    @Test(
        arguments: [
            ("DNS:a.test", "b.test", "host.mismatch"), (nil, "leaf.test", "host.no-san"),
            ("email:leaf@leaf.test", "leaf.test", "host.no-san"), ("IP:192.0.2.1", "192.0.2.1", nil),
            ("DNS:192.0.2.1", "192.0.2.1", "host.mismatch"), ("IP:192.0.2.1", "::ffff:192.0.2.1", "host.mismatch"),
            ("DNS:a.test", "", "host.bad-reference"), ("IP:2001:db8::1", "[2001:db8::1]", nil),
        ] as [(String?, String, String?)]
    )
    func findings(_ names: String?, _ host: String, _ code: String?) throws {
        let chain = try TestChain(leaf: Recipe().with { $0.alternativeNames = names })
        for rules in [RuleSet.apple, .openssl] {
            let evaluation = Evaluator.evaluate(chain.request(host: host, rules: rules))
            #expect(evaluation.code?.rawValue == code)
            #expect(evaluation.verdict == (code == nil ? .accept : .refuse))
        }
    }
}
