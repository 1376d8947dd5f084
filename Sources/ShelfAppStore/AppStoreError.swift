package import ShelfModel

/// Why signed data is refused. Refused data changes nothing.
package enum AppStoreError: Error, Hashable, Sendable {
    case noRoots
    /// The certificate at this place in the configured list, counted from 1, can't be a root.
    case root(Int)
    case tooLarge(bytes: Int)
    case form
    case algorithm
    case criticalHeader
    case certificateCount(Int)
    case certificate(AppleChain.Link)
    case signature
    case field(String)
    case signedLater(signed: Instant, now: Instant)
    case notApples(AppleChain.Link)
    case notValid(AppleChain.Link, at: Instant)
    case untrusted
    case bundle(found: String, expected: String)
    case environment(found: String, expected: AppStoreEnvironment)
}

extension AppStoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noRoots, .root: aboutConfiguration
        case .tooLarge, .form, .algorithm, .criticalHeader, .signature: aboutForm
        case .certificateCount, .certificate, .notApples, .notValid, .untrusted: aboutChain
        case .field, .signedLater, .bundle, .environment: aboutContent
        }
    }

    private var aboutConfiguration: String {
        switch self {
        case .root(let position):
            """
            root certificate \(position) is not a certificate authority's, in DER or PEM; \
            download Apple Root CA - G3 once more from apple.com/certificateauthority
            """
        default:
            "no root certificate is configured; download Apple Root CA - G3 from apple.com/certificateauthority"
        }
    }

    private var aboutForm: String {
        switch self {
        case .tooLarge(let bytes):
            """
            the signed data is \(bytes) bytes long, and at most \(SignedMessage.limit) are taken; \
            send one transaction, as StoreKit gave it
            """
        case .algorithm:
            "the signed data is not signed with ES256, as all of the App Store's is; send what StoreKit gave, unchanged"
        case .criticalHeader:
            "the signed data demands an extension (crit) that the App Store doesn't use; send what StoreKit gave"
        case .signature:
            "the signature doesn't fit: the data was changed after it was signed; send what StoreKit gave, unchanged"
        default:
            "this is no JWS in its compact form; send the transaction's jwsRepresentation, as StoreKit gave it"
        }
    }

    private var aboutChain: String {
        switch self {
        case .certificateCount(let count):
            """
            the signed data has \(count) certificates where the App Store sends 3; what Xcode's StoreKit testing \
            signs counts nowhere, so test against the sandbox
            """
        case .certificate(let link):
            "the \(link) certificate can't be read or has no fit key; send what StoreKit gave, unchanged"
        case .notApples(let link):
            "the \(link) certificate is not marked as Apple's for transactions; send what StoreKit gave, and nothing else"
        case .notValid(let link, let instant):
            """
            the \(link) certificate was not valid at \(RFC3339.text(instant)), when the data says that it was signed; \
            ask StoreKit for the transaction once more
            """
        default:
            """
            the certificates don't lead to a configured root; if the App Store did sign this, add the root that it \
            now uses, from apple.com/certificateauthority
            """
        }
    }

    private var aboutContent: String {
        switch self {
        case .field(let name):
            "the signed data's \(name) is missing or out of range; ask StoreKit for the transaction once more"
        case .signedLater(let signed, let now):
            """
            the data was signed at \(RFC3339.text(signed)), and here it is \(RFC3339.text(now)); \
            check the server's clock
            """
        case .bundle(let found, let expected):
            "this is for the app \(found) and the server sells for \(expected); check apple.bundle"
        case .environment(let found, let expected):
            "this is from \(found) and the server takes what is from \(expected.rawValue); check apple.environment"
        default:
            "the signed data is not what the App Store sends"
        }
    }
}
