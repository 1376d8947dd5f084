/// What the lane answers.
enum LaneRoute: Int, CaseIterable, Sendable {
    case time, stores, newest, numbered, key, keys

    /// As the router counts it.
    var pattern: String {
        switch self {
        case .time: "/v1/time"
        case .stores: "/v1/stores"
        case .newest: "/v1/stores/{store}/window"
        case .numbered: "/v1/stores/{store}/windows/{sequence}"
        case .key: "/v1/stores/{store}/keys/{chain}/{slot}"
        case .keys: "/v1/stores/{store}/keys"
        }
    }
}
