import SwiftASN1
import X509

/// The certificate authorities that the server trusts. It doesn't trust those of the operating system.
struct AppleRoots: Sendable {
    let store: CertificateStore
    private let certificates: [Certificate]

    /// - Parameter files: the contents of certificate files, each in DER or PEM.
    init(_ files: [[UInt8]]) throws(AppStoreError) {
        guard !files.isEmpty else { throw .noRoots }
        certificates = try files.enumerated().map { (index, bytes) throws(AppStoreError) in
            guard let certificate = Self.certificate(bytes), Self.isAuthority(certificate) else {
                throw .root(index + 1)
            }
            return certificate
        }
        store = CertificateStore(certificates)
    }

    private static func certificate(_ bytes: [UInt8]) -> Certificate? {
        if let certificate = try? Certificate(derEncoded: bytes) { return certificate }
        return try? String(validating: bytes, as: UTF8.self).map { try Certificate(pemEncoded: $0) }
    }

    private static func isAuthority(_ certificate: Certificate) -> Bool {
        guard case .isCertificateAuthority = try? certificate.extensions.basicConstraints else { return false }
        return true
    }
}

extension AppleRoots: Equatable {
    static func == (left: AppleRoots, right: AppleRoots) -> Bool { left.certificates == right.certificates }
}
