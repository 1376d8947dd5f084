package import ShelfConfiguration
import Synchronization

/// The origin under which the desk is opened. Without a configured one it is known once the desk's port is.
package final class DeskOrigin: Sendable {
    private let settings: DeskSettings
    private let known: Mutex<WebOrigin?>

    package init(_ settings: DeskSettings) {
        self.settings = settings
        let isKnown = settings.origin != nil || settings.port != 0
        known = Mutex(isKnown ? settings.origin(onPort: settings.port) : nil)
    }

    /// `nil` before the desk listens on a port that the system chooses.
    package var current: WebOrigin? { known.withLock { $0 } }

    func listens(onPort port: Int) { known.withLock { $0 = settings.origin(onPort: port) } }
}
