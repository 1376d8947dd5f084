/// Holds draws against the chances that each cell had at each of them.
///
/// The chances change from draw to draw with what is excluded, so the plain
/// statistic doesn't apply: the surplus of each cell is judged by the draws'
/// exact covariance, the sum of `diag(p) - p pᵀ`.
struct DrawJudge {
    private var surplus: [Double]
    private var expected: [Double]
    private var covariance: [[Double]]

    init(cells: Int) {
        surplus = Array(repeating: 0, count: cells)
        expected = surplus
        covariance = Array(repeating: surplus, count: cells)
    }

    /// - Parameter weights: of each cell, in any unit.
    mutating func note(drawn: Int, weights: [Double]) {
        let total = weights.reduce(0, +)
        let chances = weights.map { $0 / total }
        surplus[drawn] += 1
        for (row, chance) in chances.enumerated() where chance > 0 {
            surplus[row] -= chance
            expected[row] += chance
            covariance[row][row] += chance
            for column in chances.indices { covariance[row][column] -= chance * chances[column] }
        }
    }

    /// `surplusᵀ covariance⁻¹ surplus`, cells that can't vary by themselves left out.
    var verdict: ChiSquare {
        var (rest, matrix) = (surplus, covariance)
        var result = ChiSquare(statistic: 0, freedom: 0)
        for pivot in rest.indices where expected[pivot] >= Self.fewest && matrix[pivot][pivot] > 1e-6 * expected[pivot]
        {
            result.statistic += rest[pivot] * rest[pivot] / matrix[pivot][pivot]
            result.freedom += 1
            for row in rest.indices where row > pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot]
                rest[row] -= factor * rest[pivot]
                for column in rest.indices { matrix[row][column] -= factor * matrix[pivot][column] }
            }
        }
        return result
    }

    /// Cells with fewer expected draws are too coarse for a chi-square.
    private static let fewest = 10.0
}
