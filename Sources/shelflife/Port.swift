import ArgumentParser

/// Parses a port from the command line.
enum Port {
    static func validate(_ port: Int, of option: String = "--port") throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError(
                "\(option) is \(port), but a port is a number from 0 to 65535; 0 takes any that is free.")
        }
    }
}
