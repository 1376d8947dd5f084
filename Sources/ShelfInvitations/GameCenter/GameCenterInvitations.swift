#if canImport(GameKit) && canImport(UIKit) && !os(watchOS)
    import Foundation
    public import GameKit
    public import UIKit

    /// Brings Game Center's invites to an ``InviteCoordinator``, and does what it says.
    ///
    /// This file isn't built on Linux, and has not been compiled by its authors: they had no Apple device. It is thin
    /// for that reason. What it decides is tested in ``InviteCoordinator``, which it asks about everything.
    ///
    /// Make one when the app starts, keep it, and call ``start()``. Present your own matchmakers by ``open(_:)``.
    @MainActor
    public final class GameCenterInvitations: NSObject {
        /// The game's part of it.
        public struct Game {
            /// The controller over which matchmakers are presented; `nil` while there is none in a window.
            public var presenter: @MainActor () -> UIViewController?
            /// What a match with others that a player has asked for is to be like. Its recipients are set here.
            public var matchRequest: @MainActor () -> GKMatchRequest
            /// Presents Game Center's own controller, by which the player signs in.
            public var signIn: @MainActor (UIViewController) -> Void
            /// Asks the player whether to end the match; then call ``GameCenterInvitations/matchEnded()`` or
            /// ``GameCenterInvitations/cancel(_:)``.
            public var endMatch: @MainActor (Invite) -> Void
            /// The match that a matchmaker has found. The matchmaker leaves the screen by itself.
            public var begin: @MainActor (GKMatch) -> Void
            /// What was not presented, or not to its end, and why.
            public var dropped: @MainActor (Invite, InviteCoordinator.DropReason) -> Void

            public init(
                presenter: @escaping @MainActor () -> UIViewController?,
                matchRequest: @escaping @MainActor () -> GKMatchRequest,
                signIn: @escaping @MainActor (UIViewController) -> Void,
                endMatch: @escaping @MainActor (Invite) -> Void,
                begin: @escaping @MainActor (GKMatch) -> Void,
                dropped: @escaping @MainActor (Invite, InviteCoordinator.DropReason) -> Void
            ) {
                (self.presenter, self.matchRequest, self.signIn) = (presenter, matchRequest, signIn)
                (self.endMatch, self.begin, self.dropped) = (endMatch, begin, dropped)
            }
        }

        private let game: Game
        private var coordinator = InviteCoordinator()
        private var events: [InviteCoordinator.Event] = []
        private var isPerforming = false
        private var sources: [String: Source] = [:]
        private var shown: [String: GKMatchmakerViewController] = [:]
        private var number = 0
        private var timer: Timer?

        /// What Game Center gave with an invite.
        private enum Source {
            case invite(GKInvite)
            case recipients([GKPlayer])
        }

        /// Makes an adapter that does nothing before ``start()``.
        public init(game: Game) { self.game = game }

        /// Begins to follow the app and the local player. Call it once.
        public func start() {
            let center = NotificationCenter.default
            center.addObserver(
                self, selector: #selector(didEnterBackground),
                name: UIApplication.didEnterBackgroundNotification, object: nil)
            center.addObserver(
                self, selector: #selector(willEnterForeground),
                name: UIApplication.willEnterForegroundNotification, object: nil)
            tell(.launched)
            if UIApplication.shared.applicationState == .background { tell(.didEnterBackground) }
            GKLocalPlayer.local.authenticateHandler = { [weak self] controller, _ in
                Task { @MainActor in self?.authenticated(controller) }
            }
        }

        /// A match has begun that no matchmaker of this adapter has found.
        public func matchStarted() { tell(.matchStarted) }

        /// The match is over.
        public func matchEnded() { tell(.matchEnded) }

        /// The player would rather go on with the match.
        public func cancel(_ invite: Invite) { tell(.cancelled(id: invite.id)) }

        /// Presents a matchmaker that isn't an invite's, so that an invite which comes meanwhile can take its place.
        public func open(_ controller: GKMatchmakerViewController) {
            guard let presenter = game.presenter() else { return }
            let id = newID()
            show(controller, id)
            presenter.present(controller, animated: true) { [weak self] in self?.tell(.opened(id: id)) }
        }

        /// What is answered from within an effect waits until all effects of the event before are performed.
        private func tell(_ event: InviteCoordinator.Event) {
            events.append(event)
            guard !isPerforming else { return }
            isPerforming = true
            while !events.isEmpty {
                for effect in coordinator.handle(events.removeFirst(), at: nowMs) { perform(effect) }
            }
            isPerforming = false
        }

        /// Invites of Game Center don't expire, so any clock will do that doesn't jump.
        private var nowMs: Int64 { Int64(ProcessInfo.processInfo.systemUptime * 1000) }

        private func perform(_ effect: InviteCoordinator.Effect) {
            switch effect {
            case .setHandler: GKLocalPlayer.local.register(self)
            case .removeHandler: GKLocalPlayer.local.unregisterListener(self)
            case .dismiss(let id): dismiss(id, animated: false)
            case .endMatch(let invite): game.endMatch(invite)
            case .present(let invite): present(invite)
            case .drop(let invite, let reason):
                sources[invite.id] = nil
                game.dropped(invite, reason)
            case .wake(let atMs): setTimer(atMs)
            }
        }

        private func present(_ invite: Invite) {
            guard let presenter = game.presenter(), let controller = controller(for: invite) else {
                return tell(.presentationFailed(id: invite.id))
            }
            show(controller, invite.id)
            presenter.present(controller, animated: true) { [weak self] in self?.tell(.presented(id: invite.id)) }
        }

        private func controller(for invite: Invite) -> GKMatchmakerViewController? {
            switch sources[invite.id] {
            case .invite(let accepted): return GKMatchmakerViewController(invite: accepted)
            case .recipients(let players):
                let request = game.matchRequest()
                request.recipients = players
                return GKMatchmakerViewController(matchRequest: request)
            case nil: return nil
            }
        }

        private func show(_ controller: GKMatchmakerViewController, _ id: String) {
            controller.matchmakerDelegate = self
            shown[id] = controller
        }

        private func dismiss(_ id: String, animated: Bool) {
            guard let controller = shown[id], let presenter = controller.presentingViewController else {
                (shown[id], sources[id]) = (nil, nil)
                return tell(.dismissed(id: id))
            }
            presenter.dismiss(animated: animated) { [weak self] in
                guard let self else { return }
                (shown[id], sources[id]) = (nil, nil)
                tell(.dismissed(id: id))
            }
        }

        private func setTimer(_ atMs: Int64?) {
            timer?.invalidate()
            timer = atMs.map { atMs in
                Timer.scheduledTimer(withTimeInterval: Double(max(0, atMs - nowMs)) / 1000, repeats: false) {
                    [weak self] _ in Task { @MainActor in self?.tell(.timerDue) }
                }
            }
        }

        /// Game Center calls its handler several times: with a controller to present, and whenever the local player
        /// is another.
        private func authenticated(_ controller: UIViewController?) {
            if let controller { game.signIn(controller) }
            tellPlayer()
        }

        private func tellPlayer() {
            let local = GKLocalPlayer.local
            tell(.playerChanged(to: local.isAuthenticated ? local.gamePlayerID : nil))
        }

        @objc private func didEnterBackground() { tell(.didEnterBackground) }

        @objc private func willEnterForeground() {
            tell(.willEnterForeground)
            tellPlayer()
        }

        private func newID() -> String {
            number += 1
            return "game-center-\(number)"
        }

        /// Invites of Game Center have no id, but one that is delivered twice is the same object.
        private func received(_ source: Source, _ kind: Invite.Kind, for player: GKPlayer) {
            let known = sources.first { _, other in
                if case .invite(let one) = source, case .invite(let other) = other { one === other } else { false }
            }
            let id = known?.key ?? newID()
            sources[id] = source
            tell(.invited(Invite(id: id, player: player.gamePlayerID, kind: kind)))
        }

        private func closed(_ controller: GKMatchmakerViewController) {
            if let id = shown.first(where: { $0.value === controller })?.key { dismiss(id, animated: true) }
        }
    }

    extension GameCenterInvitations: @preconcurrency GKLocalPlayerListener {
        public func player(_ player: GKPlayer, didAccept invite: GKInvite) {
            received(.invite(invite), .accepted, for: player)
        }

        public func player(_ player: GKPlayer, didRequestMatchWithRecipients recipientPlayers: [GKPlayer]) {
            let ids = recipientPlayers.map(\.gamePlayerID)
            received(.recipients(recipientPlayers), .requested(recipients: ids), for: player)
        }
    }

    extension GameCenterInvitations: @preconcurrency GKMatchmakerViewControllerDelegate {
        public func matchmakerViewControllerWasCancelled(_ viewController: GKMatchmakerViewController) {
            closed(viewController)
        }

        public func matchmakerViewController(
            _ viewController: GKMatchmakerViewController, didFailWithError error: any Error
        ) {
            closed(viewController)
        }

        public func matchmakerViewController(_ viewController: GKMatchmakerViewController, didFind match: GKMatch) {
            tell(.matchStarted)
            closed(viewController)
            game.begin(match)
        }
    }
#endif
