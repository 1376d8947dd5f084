import ShelfInvitations

/// Goes through all states that a coordinator and its observer can reach, breadth first, so that the first broken rule
/// comes with a shortest way to it.
struct ModelCheck<Coordinator: Coordinating> {
    struct Fault: Hashable {
        let rule: Rule
        let events: [InviteCoordinator.Event]
    }

    let start: Coordinator
    let alphabet: [InviteCoordinator.Event]
    /// How many new states there are after one event, two events, and so on.
    private(set) var states: [Int] = []
    private(set) var fault: Fault?

    private struct Step {
        let from: Int
        let event: Int
    }

    init(_ start: Coordinator, _ alphabet: [InviteCoordinator.Event]) {
        (self.start, self.alphabet) = (start, alphabet)
    }

    mutating func run(depth: Int) {
        var steps = [Step(from: 0, event: 0)]
        var frontier = [(number: 0, state: Watched(start))]
        var known: Set<Int> = [frontier[0].state.hashValue]
        for _ in 0..<depth {
            var reached: [(number: Int, state: Watched<Coordinator>)] = []
            for (number, state) in frontier {
                for (index, event) in alphabet.enumerated() {
                    var after = state
                    let rule = after.tell(event, at: instant(of: event, in: state))
                    guard rule != nil || known.insert(after.hashValue).inserted else { continue }
                    steps.append(Step(from: number, event: index))
                    if let rule {
                        fault = Fault(rule: rule, events: way(to: steps.count - 1, steps))
                        return
                    }
                    reached.append((steps.count - 1, after))
                }
            }
            states.append(reached.count)
            frontier = reached
        }
    }

    /// Time passes when the timer rings; without a timer, an invite that has ended is forgotten meanwhile.
    private func instant(of event: InviteCoordinator.Event, in state: Watched<Coordinator>) -> Int64 {
        guard event == .timerDue else { return state.nowMs }
        return max(state.nowMs, state.observer.timerMs ?? state.nowMs + 10_000)
    }

    private func way(to last: Int, _ steps: [Step]) -> [InviteCoordinator.Event] {
        var (number, events) = (last, [InviteCoordinator.Event]())
        while number > 0 {
            events.append(alphabet[steps[number].event])
            number = steps[number].from
        }
        return events.reversed()
    }
}
