/// The page that explains an exported folder: what each file is, and the commands that use it.
struct ExportReadMe {
    let recipe: LabRecipe
    let folder: String
    /// The names that the server's certificate bears.
    let names: [String]

    var text: String {
        """
        # Files of Countersign's lab

        The certificates are made for this machine and trusted by nobody else. Whoever has the files marked *secret* can be
        the server or the client: they are readable for you alone; leave them so.

        | file | what it is |
        |---|---|
        | `root.pem`, `root.cer`, `root.mobileconfig` | the root that signs the servers and the clients: PEM, DER, and for Apple devices |
        | `public-root.pem` | the root that stands for a public authority; it has signed the other root |
        | `server.der`, `server.cer` | the server's certificate in DER, under the two names that apps look for: a pin on the leaf |
        | `custom.der` | the root in DER: a pin on the authority |
        | `server.pem`, `server.key` (secret) | the server's certificate with its issuer, and its key; it bears \(nameList) |
        | `server.csr`, `client.csr` | requests for an authority of your own, for the same keys and names |
        | `server.p12` (secret), `truststore.p12` | the same for Java, and whom a Java server trusts; pass phrase `lab` |
        | `clients-ca.pem` | whom nginx and Apache trust to sign clients |
        \(identityRows)
        | `client.pem` (secret) | the first of them in PEM, with its chain and its key, without a pass phrase |
        | `nginx.conf`, `apache.conf`, `tomcat-server.xml` | servers that ask for a client certificate, to be included |

        ## Servers

        ```sh
        printf 'events {} http { include "\(folder)/nginx.conf"; }' > nginx-lab.conf && nginx -c "$PWD/nginx-lab.conf"
        ```

        nginx is then at port 8443, Apache at 8444, Tomcat at 8445, all on 127.0.0.1. The lab's own servers, right and wrong
        ones, are started by `countersign lab`, which prints their addresses.

        ## An authority of your own

        ```sh
        openssl x509 -req -in \(quoted("server.csr")) -CA your-ca.pem -CAkey your-ca.key -copy_extensions copy -days 365 \\
            -out server-by-your-ca.pem
        ```

        The key stays `server.key`; `client.csr` goes with the key in `client.pem`.

        ## Clients

        ```sh
        curl --cacert \(quoted("root.pem")) --cert \(quoted("client.pem")) https://localhost:8443/
        curl --cacert \(quoted("root.pem")) --cert-type P12 --cert \(quoted("client.p12")):lab https://localhost:8443/
        openssl s_client -connect localhost:8443 -servername localhost -verify_return_error -verify_hostname localhost \\
            -CAfile \(quoted("root.pem")) -cert \(quoted("client.pem")) -key \(quoted("client.pem"))
        countersign fire https://localhost:8443/ --anchors \(quoted("root.pem")) --identity \(quoted("client.pem"))
        ```

        ## iOS simulator

        ```sh
        xcrun simctl keychain booted add-root-cert \(quoted("root.pem"))
        ```

        A device: open `root.mobileconfig` on it, install the profile, and switch the root on under Settings, General, About,
        Certificate Trust Settings. The app's bundle takes `server.cer` or `custom.der` as a pin and `client.p12` (pass phrase
        `lab`) as the identity. The simulator reaches the lab as `https://localhost:PORT/`.

        ## Android emulator

        ```sh
        adb push \(quoted("root.cer")) /sdcard/Download/lab-root.cer
        ```

        Install it there under Settings, Security, Encryption and credentials. An app trusts it when its network security
        configuration names `<certificates src="user"/>`, or `<certificates src="@raw/root"/>` with `root.pem` in `res/raw`.
        The emulator reaches this machine as `https://10.0.2.2:PORT/`: the certificates bear that address.

        """
    }

    private var nameList: String { names.map { "`\($0)`" }.joined(separator: ", ") }

    private var identityRows: String {
        recipe.identityNames.map { name in
            let identity = recipe.identities[name]
            let subject = (identity?.certificate.subject ?? []).reversed().map { "\($0.type)=\($0.value)" }
            let phrase = identity?.passPhrase ?? ""
            return "| `\(name).p12` (secret) | the client \(subject.joined(separator: ", ")); pass phrase `\(phrase)` |"
        }.joined(separator: "\n")
    }

    /// A path for a shell, whatever is in it.
    private func quoted(_ file: String) -> String { "'" + (folder + "/" + file).replacing("'", with: "'\\''") + "'" }
}
