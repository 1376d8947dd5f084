/// What a channel of a pack points at.
package struct PackPointer: Hashable, Sendable {
    /// The number of a release, for all devices or for those in the share.
    package let release: Int
    /// `nil` when the release is for all devices.
    package let rollout: Rollout?

    package struct Rollout: Hashable, Sendable {
        /// In ten-thousandths of the devices.
        package let share: Int
        /// The number of the release that the other devices keep.
        package let others: Int

        package init(share: Int, others: Int) {
            (self.share, self.others) = (share, others)
        }
    }

    /// What a share of a rollout may be.
    package static let shares = 1...9_999

    package init(release: Int, rollout: Rollout? = nil) {
        (self.release, self.rollout) = (release, rollout)
    }

    package var releases: [Int] { [release] + (rollout.map { [$0.others] } ?? []) }

    /// Where the channel points when it is moved. A rollout that goes on keeps the release that it began from.
    ///
    /// - Parameter share: for which part of the devices the release is; `nil` for all.
    package func moved(to release: Int, share: Int?) -> PackPointer {
        let others = rollout?.others ?? self.release
        guard let share, others != release else { return PackPointer(release: release) }
        return PackPointer(release: release, rollout: Rollout(share: share, others: others))
    }
}
