import Foundation

/// Identifies the current boot of the device.
enum BootSession {
    /// `nil` when the system doesn't provide an identifier. Every start of the app then counts as a new boot.
    static let current: String? = {
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return nil }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let file = "/proc/sys/kernel/random/boot_id"
            let text = try? String(contentsOfFile: file, encoding: .utf8)
            return text?.trimmingCharacters(in: .whitespacesAndNewlines)
        #endif
    }()
}
