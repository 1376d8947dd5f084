import ShelfTesting

/// Says when the machine did not let this process run: what is shown late then is not the clock's doing.
struct StallWatch {
    private static let period = Duration.milliseconds(100)
    private static let toleranceUs: Int64 = 50_000

    /// Watches until the task is cancelled.
    static func watch(_ writer: LineWriter) async {
        let clock = ContinuousClock()
        while !Task.isCancelled {
            let due = clock.now + period
            guard (try? await clock.sleep(until: due, tolerance: .zero)) != nil else { return }
            let late = (clock.now - due).components
            let lateUs = late.seconds * 1_000_000 + late.attoseconds / 1_000_000_000_000
            guard lateUs > toleranceUs else { continue }
            let nowUs = TrueTime.nowUs()
            writer.write(.stall(fromUs: nowUs - lateUs, untilUs: nowUs))
        }
    }
}
