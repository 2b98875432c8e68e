import Foundation
import Testing
import Trust

@testable import Report

/// Two certificates, of an authority and of a server, whose keys nobody has.
enum SampleCertificates {
    static let authority = certificate(
        """
        MIIBfjCCASOgAwIBAgIUWLGHXhaIfJVS+c4NX5lo1dpUmLAwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJU2FtcGxlIENBMB4XDTI2
        MTEzMDIxMjIwMFoXDTQ2MTEyNTIxMjIwMFowFDESMBAGA1UEAwwJU2FtcGxlIENBMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        hmCt9cJrV7NVHgd8wb2G2igRMGDHyKapLWwI4edtkVbMo5GC1dU6f+9nU28zmy5CVJQ5n6hPPfdu0H6uOk36ZKNTMFEwHQYDVR0O
        BBYEFLrvQCOhaSbLnJMPLtz1WUDEHuHLMB8GA1UdIwQYMBaAFLrvQCOhaSbLnJMPLtz1WUDEHuHLMA8GA1UdEwEB/wQFMAMBAf8w
        CgYIKoZIzj0EAwIDSQAwRgIhAKXdsnPNOKRw00g+E3pV69SvvLOkoTZw68uYivM10jXaAiEA948kDFSQb704Q/7hvhAIzrFO7Qzs
        aLlIfuBGqwEPkPk=
        """
    )
    static let leaf = certificate(
        """
        MIIBkTCCATagAwIBAgIUGXhGoz9F0Z8+wdzcz4012xe6ANAwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbGVhZi50ZXN0MB4XDTI2
        MTEzMDIxMjIwMFoXDTQ2MTEyNTIxMjIwMFowFDESMBAGA1UEAwwJbGVhZi50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        rZ+sEvASnHX0B/Bov2vS8b2n4y+LkCjL0imEizXrR+rwfGwYlpQXYZYJDbWuipJliNLfBV/Gu7YzyIWRrgZJIqNmMGQwHQYDVR0O
        BBYEFAYW3TpaeL8S3Z5YzMisnjC+7qhBMB8GA1UdIwQYMBaAFAYW3TpaeL8S3Z5YzMisnjC+7qhBMBQGA1UdEQQNMAuCCWxlYWYu
        dGVzdDAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0kAMEYCIQCxs1qfFN5zE93z5KSCaelw7X+T+GjwrdaFNKjddIrAXgIhAKzC
        H9CQe/on5jwPzNIF4PZN+auVmuO34usHIqcIEnrc
        """
    )

    private static func certificate(_ base64: String) -> Certificate? {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters).flatMap { try? Certificate(der: [UInt8]($0)) }
    }
}
