package import ServiceLifecycle

/// A service that is called by the name of its type, in log lines too.
///
/// A service group calls its services by what they print. Without a description of its own, a service prints everything
/// that it holds, which takes longer the more stores there are, and is nothing for a log.
package protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    package var description: String { "\(Self.self)" }
}
