import Foundation

#if canImport(UIKit) && !os(watchOS)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

extension StoreModel {
    /// Follows the app into the background and back on Apple's systems. Elsewhere the app calls ``setOnScreen(_:)``.
    func watchSystem() async {
        #if canImport(UIKit) && !os(watchOS)
            await follow(
                shown: UIApplication.willEnterForegroundNotification,
                hidden: UIApplication.didEnterBackgroundNotification, from: .default)
        #elseif canImport(AppKit)
            await follow(
                shown: NSWorkspace.didWakeNotification, hidden: NSWorkspace.willSleepNotification,
                from: NSWorkspace.shared.notificationCenter)
        #endif
    }

    #if canImport(UIKit) || canImport(AppKit)
        private func follow(
            shown: Notification.Name, hidden: Notification.Name, from center: NotificationCenter
        ) async {
            await withTaskGroup { group in
                group.addTask { @MainActor in
                    for await _ in center.notifications(named: shown) { self.setOnScreen(true) }
                }
                group.addTask { @MainActor in
                    for await _ in center.notifications(named: hidden) { self.setOnScreen(false) }
                }
            }
        }
    #endif
}
