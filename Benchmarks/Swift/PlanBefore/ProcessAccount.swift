import Foundation

/// What Linux has counted of a process so far (`/proc/PID/stat`).
struct ProcessAccount {
    let parent: Int32
    /// Processor time, of user and system together.
    let usedUs: Int64
    /// The same of its children that have ended.
    let endedChildrenUs: Int64

    /// Linux tells these times in hundredths of a second.
    private static let tickUs: Int64 = 10_000

    init(of pid: Int32) throws {
        let path = "/proc/\(pid)/stat"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw PlanBeforeError.unreadable(path: path)
        }
        // The second field is the program's name in parentheses, which may contain anything.
        let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
        guard fields.count > 14, let parent = Int32(fields[1]) else { throw PlanBeforeError.unreadable(path: path) }
        self.parent = parent
        let ticks = fields[11...14].map { Int64($0) ?? 0 }
        usedUs = (ticks[0] + ticks[1]) * Self.tickUs
        endedChildrenUs = (ticks[2] + ticks[3]) * Self.tickUs
    }

    /// The processor time of a process and of all children that it has or had.
    static func familyUs(of pid: Int32) throws -> Int64 {
        let account = try ProcessAccount(of: pid)
        let path = "/proc/\(pid)/task/\(pid)/children"
        guard let children = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw PlanBeforeError.unreadable(path: path)
        }
        // One that has ended since it was listed is counted as a child that has ended the next time.
        let running = children.split(separator: " ").compactMap { Int32($0) }
            .compactMap { try? ProcessAccount(of: $0).usedUs }
        return account.usedUs + account.endedChildrenUs + running.reduce(0, +)
    }
}
