import Hummingbird
import Logging
package import NIOCore
package import ShelfServer

extension ShelfRequestContext {
    /// The context of a request on a channel of a test.
    package init(on channel: any Channel) {
        self.init(
            source: ApplicationRequestContextSource(
                channel: channel, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }
}
