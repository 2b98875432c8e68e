/// Configurations of real servers that serve the lab's certificate and ask for the lab's clients.
struct ServerSnippets {
    /// The folder that the files lie in.
    let folder: String
    /// The key store's pass phrase, which every lab has.
    let passPhrase: String

    /// A server for nginx's `http` block.
    var nginx: String {
        """
        # Inside http { }:   include "\(folder)/nginx.conf";
        server {
            listen 127.0.0.1:8443 ssl;
            server_name localhost good.lab.test;

            ssl_certificate     "\(folder)/server.pem";
            ssl_certificate_key "\(folder)/server.key";
            ssl_protocols       TLSv1.2 TLSv1.3;

            # on: a client without a certificate gets 400 (496, 495 inside); optional: it is let in;
            # optional_no_ca: any certificate is let in, the application has to look; off: none is asked for.
            ssl_verify_client      on;
            ssl_verify_depth       2;
            ssl_client_certificate "\(folder)/clients-ca.pem";

            location / {
                default_type text/plain;
                return 200 "hello $ssl_client_s_dn $ssl_client_verify\\n";
            }
        }

        """
    }

    /// A virtual host for Apache with mod_ssl.
    var apache: String {
        """
        # Include "\(folder)/apache.conf"   (with mod_ssl loaded)
        Listen 127.0.0.1:8444
        <VirtualHost 127.0.0.1:8444>
            ServerName localhost
            SSLEngine on
            SSLProtocol -all +TLSv1.2 +TLSv1.3
            SSLCertificateFile    "\(folder)/server.pem"
            SSLCertificateKeyFile "\(folder)/server.key"

            # require: the handshake fails without a certificate; optional: it is let in; none: it is not asked for.
            SSLVerifyClient      require
            SSLVerifyDepth       2
            SSLCACertificateFile "\(folder)/clients-ca.pem"
        </VirtualHost>

        """
    }

    /// Connectors for Tomcat's `server.xml`.
    var tomcat: String {
        """
        <!-- Inside <Service>. The three forms of the older attribute clientAuth are, in certificateVerification:
             true = required (the handshake fails without a certificate), want = optional (it is let in), false = none. -->
        <Connector port="8445" address="127.0.0.1" protocol="org.apache.coyote.http11.Http11NioProtocol" SSLEnabled="true">
          <SSLHostConfig certificateVerification="required" certificateVerificationDepth="2" protocols="TLSv1.2+TLSv1.3"
              truststoreFile="\(escaped)/truststore.p12" truststoreType="PKCS12" truststorePassword="\(passPhrase)">
            <Certificate certificateKeystoreFile="\(escaped)/server.p12" certificateKeystoreType="PKCS12"
                certificateKeystorePassword="\(passPhrase)" type="EC"/>
          </SSLHostConfig>
        </Connector>

        <!-- Tomcat 8.0 and before:
        <Connector port="8445" protocol="HTTP/1.1" SSLEnabled="true" scheme="https" secure="true" sslProtocol="TLS"
            clientAuth="true" keystoreFile="\(escaped)/server.p12" keystoreType="PKCS12" keystorePass="\(passPhrase)"
            truststoreFile="\(escaped)/truststore.p12" truststoreType="PKCS12" truststorePass="\(passPhrase)"/>
        -->

        """
    }

    /// The folder between an attribute's quotes, inside a comment too.
    private var escaped: String {
        folder.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("--", with: "-&#45;")
    }
}
