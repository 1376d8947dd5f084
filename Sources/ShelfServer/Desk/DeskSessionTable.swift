package import ShelfConfiguration
package import ShelfModel

/// Who is signed in to the desk.
///
/// Sessions are known by the SHA-256 of their ids, so that nobody who reads the memory finds an id to use.
package struct DeskSessionTable {
    package typealias Hash = [UInt8]

    private struct Session {
        let admin: AdminToken
        let begun: Instant
        var used: Instant

        func isOpen(at now: Instant) -> Bool {
            now - used <= DeskSessionTable.idle && now - begun <= DeskSessionTable.longest
        }
    }

    /// For how long a session may go unused.
    package static let idle = TimeSpan.minutes(30)
    /// How long a session lasts, however much it is used.
    package static let longest = TimeSpan.hours(12)
    /// How many sessions there are at most. When one more begins, the one that has been idle longest ends.
    package static let most = 200

    /// How many sessions one admin has at most, so that nobody signs all others out.
    package static let mostOfOne = 10

    private var sessions: [Hash: Session] = [:]

    package init() {}

    package mutating func begin(_ hash: Hash, for admin: AdminToken, at now: Instant) {
        sessions = sessions.filter { $0.value.isOpen(at: now) }
        endIdlest(of: sessions.filter { $0.value.admin.name == admin.name }, atMost: Self.mostOfOne)
        endIdlest(of: sessions, atMost: Self.most)
        sessions[hash] = Session(admin: admin, begun: now, used: now)
    }

    /// Makes room for one more of these sessions.
    private mutating func endIdlest(of some: [Hash: Session], atMost most: Int) {
        guard some.count >= most, let idlest = some.min(by: { $0.value.used < $1.value.used }) else { return }
        sessions[idlest.key] = nil
    }

    /// Uses a session.
    ///
    /// - Returns: whose it is, and when it ends at the latest; `nil` when there is no such session.
    package mutating func use(_ hash: Hash, at now: Instant) -> (admin: AdminToken, ends: Instant)? {
        guard var session = sessions[hash] else { return nil }
        guard session.isOpen(at: now) else {
            sessions[hash] = nil
            return nil
        }
        session.used = max(session.used, now)
        sessions[hash] = session
        return (session.admin, session.begun + Self.longest)
    }

    package mutating func end(_ hash: Hash) { sessions[hash] = nil }
}
