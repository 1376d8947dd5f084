// swift-tools-version: 6.2
import PackageDescription

let upcoming: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
    name: "Shop",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        // In your game: .package(url: "https://git.example/shelflife", from: "0.1.0", traits: [])
        .package(name: "shelflife", path: "../../..", traits: [])
    ],
    targets: [
        .target(
            name: "Shop", dependencies: [.product(name: "ShelfClient", package: "shelflife")], swiftSettings: upcoming),
        .testTarget(
            name: "ShopTests", dependencies: ["Shop", .product(name: "ShelfClientTesting", package: "shelflife")],
            swiftSettings: upcoming),
    ])
