import Diagnosis
import Workbench

/// The manual page, made from the same tables as `--help`: `countersign help --man` prints it in man(7) form.
enum ManualPage {
    static var text: String {
        var lines = [
            ".\\\" Made by \"countersign help --man\"; a test compares it with the tables of sub-commands and options.",
            ".TH COUNTERSIGN 1 \"\" \"countersign \(Product.version)\" \"User Commands\"",
            ".SH NAME",
            "countersign \\- inspect TLS authentication challenges and what a client decides about them",
            ".SH SYNOPSIS",
        ]
        for (index, name) in SubCommand.allCases.enumerated() {
            for (second, synopsis) in name.command.synopsis.enumerated() {
                if index + second > 0 { lines.append(".br") }
                lines.append(".B countersign " + escape(synopsis))
            }
        }
        lines += [".SH DESCRIPTION"] + description.flatMap { [".PP", escape($0)] }
        for name in SubCommand.allCases { lines += section(name) }
        lines += [".SH OPTIONS OF SEVERAL SUB-COMMANDS"]
        for group in Option.Group.allCases where group != .command { lines += options(of: group) }
        lines += [".SH EXIT STATUS"]
        for (status, meaning) in exitStatus { lines += [".TP", ".B \(status)", escape(meaning)] }
        lines += [escape("Of several requests or files the worst counts, in the order 2, 1, 4, 3, 0.")]
        lines += [".SH ENVIRONMENT"]
        for (name, meaning) in environment { lines += [".TP", ".B \(name)", escape(meaning)] }
        lines += [".SH FILES"]
        for (name, meaning) in files { lines += [".TP", ".I " + escape(name), escape(meaning)] }
        lines += [".SH EXAMPLES"]
        for (command, meaning) in examples {
            lines += [".TP", ".B " + escape(command), escape(meaning)]
        }
        lines += [".SH SEE ALSO", ".BR openssl (1),", ".BR curl (1)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ name: SubCommand) -> [String] {
        let command = name.command
        var lines = [".SH \"COUNTERSIGN \(name.rawValue.uppercased())\"", escape(command.summary)]
        for paragraph in command.details { lines += [".PP", escape(paragraph)] }
        for option in Option.all where option.commands.contains(name) && option.group == .command {
            lines += entry(option)
        }
        let groups = Option.Group.allCases.filter { group in
            group != .command && group != .general
                && Option.all.contains { $0.group == group && $0.commands.contains(name) }
        }
        if !groups.isEmpty {
            let names = groups.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            lines += [".PP", escape("It also takes the options under \(names) below.")]
        }
        return lines
    }

    private static func options(of group: Option.Group) -> [String] {
        var lines = [".SS \"\(group.rawValue)\""]
        for option in Option.all where option.group == group { lines += entry(option) }
        return lines
    }

    private static func entry(_ option: Option) -> [String] {
        [".TP", ".B " + escape(option.usage), escape(option.help)]
    }

    /// Backslashes and dashes have a meaning in roff, a point or quote does at the start of a line.
    private static func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }

    private static let description = [
        "countersign fires HTTPS requests as a chosen client would, raises each authentication challenge of the TLS "
            + "handshake (server trust, and the client certificate that a server asks for) and shows what that client "
            + "decides: every check, the disposition, the step of its policy that decided, and who refused whom.",
        "An embedded lab of right and wrong servers on the loopback is ready to be fired at; inside countersign they are "
            + "called https://SCENARIO.lab.test/. Every event is recorded in a log.",
        "A check has one of four words: ok; FAIL, it failed and this refuses; let by, it failed and this policy does not "
            + "ask; off, it was not made. Results go to standard output, everything else to standard error.",
    ]

    private static let exitStatus = [
        ("0", "Accepted, or succeeded."),
        ("1", "Refused by the policy; or a finding is as severe as --fail-on says."),
        ("2", "The input or the options are wrong; the message says which and what to do."),
        ("3", "Not decided or not finished: the connection failed before trust was decided, or the transfer after it."),
        ("4", "Refused by the server, for example our client certificate."),
        ("130", "Interrupted."),
    ]

    private static let environment = [
        ("COUNTERSIGN_IDENTITY_PASSWORD", "The pass phrase of --identity. Empty is not the same as absent."),
        ("COUNTERSIGN_IDENTITY_KEY_PASSWORD", "The pass phrase of the private key, where it has one of its own."),
        ("NO_COLOR", "Not empty: no colours."),
        (
            "PAGER, VISUAL, EDITOR",
            "The program that the inspector's e opens, arguments and all: the first of them that is set, else less."
        ),
        ("SSL_CERT_FILE", "A PEM file that stands for this machine's store."),
        (
            "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
            "Where the files below are; ~/.config and so on by default."
        ),
    ]

    private static let files = [
        ("$XDG_DATA_HOME/countersign/logs/", "The logs, a file each."),
        (
            "$XDG_DATA_HOME/countersign/lab/",
            "What the lab has issued: its authorities, certificates and keys (mode 0600)."
        ),
        ("$XDG_DATA_HOME/countersign/bundle/", "The folder that stands for an app's main bundle."),
        (
            "$XDG_CONFIG_HOME/countersign/config.json5",
            "Options that count where the command line does not say otherwise: an object with the long names of options that "
                + "inspect and fire take, as { theme: 'dark', flow: 'F2c', anchors: ['lab.pem'] }; "
                + "hosts: { '*.bank.test': { identity: 'client.p12' } } says which server is shown which identity."
        ),
        ("$XDG_CONFIG_HOME/countersign/themes/", "Themes of your own."),
        (
            "$XDG_STATE_HOME/countersign/",
            "What is remembered between runs: prompts' history, the last view, what was copied last."
        ),
        (
            "$XDG_CACHE_HOME/countersign/sessions/",
            "Cookies and responses of --session default (mode 0600)."
        ),
    ]

    private static let examples = [
        ("countersign", "Open the inspector on the lab."),
        ("countersign fire good expired mutual", "Fire at three scenarios of the lab."),
        (
            "countersign fire https://api.example.com/ --pinning certificate --pin server.cer",
            "Fire as an AFNetworking client that pins a certificate."
        ),
        (
            "countersign fire https://api.example.com/ --connect-to 127.0.0.1:8443 --anchors ca.pem --anchors-only",
            "Try a server before its name points to it."
        ),
        ("countersign evaluate --chain chain.pem --host api.example.com --json", "Judge a chain without a connection."),
        ("countersign log show --json", "The events of the newest log, a line each."),
    ]
}
