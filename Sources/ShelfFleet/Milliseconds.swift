/// Microseconds as people read them: in milliseconds, rounded to hundredths.
struct Milliseconds: CustomStringConvertible {
    let us: Int64

    init(_ us: Int64) {
        self.us = us
    }

    var description: String {
        let hundredths = (abs(us) + 5) / 10
        let fraction = hundredths % 100
        return "\(us < 0 ? "-" : "")\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
