/// How far the rate of a simulated clock is off, and how it wanders.
package struct Quartz: Sendable {
    /// By how many parts per million the rate is off, drawn for each client, and as often slow as fast.
    let offPpm: ClosedRange<Double>
    /// The amplitude of the wander, a sine of 15 minutes, in parts per million.
    let wanderPpm: Double
    /// By how many parts per million the rate has changed in the end, since the device began to warm up.
    let warmingPpm: Double

    /// The period of the wander, in microseconds.
    static let wanderUs = 900e6
    /// The time in which two thirds of the warming are over, in microseconds.
    static let warmingUs = 180e6
    /// As quartzes in telephones are: off by up to 60 ppm, with 1.5 ppm of wander.
    static let usual = Quartz()

    init(offPpm: ClosedRange<Double> = 0...60, wanderPpm: Double = 1.5, warmingPpm: Double = 0) {
        self.offPpm = offPpm
        self.wanderPpm = wanderPpm
        self.warmingPpm = warmingPpm
    }

    /// Off by exactly so much, in either direction.
    init(offPpm: Double, wanderPpm: Double = 1.5) {
        self.init(offPpm: offPpm...offPpm, wanderPpm: wanderPpm)
    }
}
