#if canImport(NIOSSL)
    import NIOSSL

    /// Who "localhost" is in tests, and nowhere else.
    enum TestCertificate {
        static func certificate() throws -> NIOSSLCertificate {
            try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
        }

        static func privateKey() throws -> NIOSSLPrivateKey {
            try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
        }

        private static let key = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHzXMj2/q3jne4qSf
            bsDesVVOLWllHm+nQhYNt9EZUWOhRANCAATVWpU5FnJgJTeJgtgyLQBsnoUMGqne
            fzHyxm/HhyR5pcPLMd1QCwlLXeMWgHfm5YW9b1M4KqQ/pO5tI4zVnhgH
            -----END PRIVATE KEY-----
            """

        private static let pem = """
            -----BEGIN CERTIFICATE-----
            MIIBUDCB9qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
            dDAgFw0yNDAxMDEwMDAwMDBaGA8yMTI0MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
            bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1VqVORZyYCU3iYLY
            Mi0AbJ6FDBqp3n8x8sZvx4ckeaXDyzHdUAsJS13jFoB35uWFvW9TOCqkP6TubSOM
            1Z4YB6M3MDUwFAYDVR0RBA0wC4IJbG9jYWxob3N0MB0GA1UdDgQWBBTVeKtH7iR/
            P1og2P+pGtuH3bl44DAKBggqhkjOPQQDAgNJADBGAiEAzfSQZhCXnSd5YVFh3TDI
            yAqovvlfQeiqy3Uj6ZblKBMCIQCjj8I9+casZZSxjdltFlpIe3BQzf/Pd8CtoKT0
            Y/bDfQ==
            -----END CERTIFICATE-----
            """
    }
#endif
