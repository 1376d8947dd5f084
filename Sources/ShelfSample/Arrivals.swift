/// Items beside those of `collectibles.csv`, which were released years ago. They are released around the sample's
/// start, so that rules about age have an effect.
enum Arrivals {
    static let header = "id,name,set,released,price,edition,glyph"

    static let all = justReleased + fiveMonthsOld + sevenMonthsOld + stillToCome

    private static let new = "new arrivals"
    private static let old = "curiosities"

    private static let justReleased = [
        Arrival("pocket-comet", "pocket comet", "☄️", in: new, .before(months: 0, days: 2), price: 180),
        Arrival("paper-crane", "paper crane", "🦢", in: new, .before(months: 0, days: 3), price: 60),
        Arrival("tea-for-two", "tea for two", "🫖", in: new, .before(months: 0, days: 4), price: 95),
        Arrival("midnight-tram", "midnight tram", "🚋", in: "vehicles", .before(months: 0, days: 5), price: 140),
        Arrival("glass-marble", "glass marble", "🔮", in: "toys", .before(months: 0, days: 6), price: 45),
        Arrival("rainy-day-boots", "rainy day boots", "🥾", in: "wardrobe", .before(months: 0, days: 8), price: 120),
        Arrival(
            "red-panda-postcard", "red panda postcard", "🐾", in: new, .before(months: 0, days: 9), price: 240,
            edition: 500),
        Arrival(
            "street-piano", "street piano", "🎹", in: "music", .before(months: 0, days: 11), price: 320),
        Arrival("lucky-button", "lucky button", "🔘", in: new, .before(months: 0, days: 13), price: 25),
    ]

    private static let fiveMonthsOld = [
        Arrival("brass-compass", "brass compass", "🧭", in: old, .before(months: 5, days: 0), price: 260),
        Arrival("pressed-fern", "pressed fern", "🌿", in: old, .before(months: 5, days: 2), price: 55),
        Arrival("travel-chess", "travel chess", "♟️", in: "toys", .before(months: 5, days: 3), price: 150),
        Arrival("night-radio", "night radio", "📻", in: "music", .before(months: 4, days: 26), price: 110),
        Arrival("wax-seal", "wax seal", "🔏", in: old, .before(months: 4, days: 24), price: 75, edition: 1000),
        Arrival("kite-spool", "kite spool", "🪁", in: "toys", .before(months: 5, days: 6), price: 35),
        Arrival("linen-apron", "linen apron", "🎽", in: "wardrobe", .before(months: 5, days: 8), price: 65),
        Arrival("cloud-atlas", "atlas of clouds", "🗺️", in: "parlour", .before(months: 5, days: 9), price: 210),
    ]

    private static let sevenMonthsOld = [
        Arrival("moth-lamp", "moth lamp", "🪔", in: old, .before(months: 7, days: 0), price: 130),
        Arrival(
            "ship-in-a-bottle", "ship in a bottle", "🍾", in: old, .before(months: 7, days: 1), price: 420,
            edition: 100),
        Arrival("singing-saw", "singing saw", "🪚", in: "music", .before(months: 7, days: 3), price: 90),
        Arrival("pocket-sundial", "pocket sundial", "🌞", in: "observatory", .before(months: 7, days: 5), price: 160),
        Arrival("sea-glass", "sea glass", "🧿", in: old, .before(months: 6, days: 25), price: 40),
        Arrival("tin-robot", "tin robot", "🤖", in: old, .before(months: 7, days: 8), price: 350, edition: 500),
        Arrival("marbled-paper", "marbled paper", "📜", in: "parlour", .before(months: 7, days: 10), price: 30),
        Arrival("double-six", "double six", "🎲", in: "toys", .before(months: 6, days: 27), price: 50),
    ]

    private static let stillToCome = [
        Arrival("first-light", "first light", "🌅", in: new, .after(seconds: 60), price: 150),
        Arrival("wandering-lantern", "wandering lantern", "🏮", in: new, .after(seconds: 90), price: 85),
        Arrival("sugar-moon", "sugar moon", "🌙", in: new, .after(seconds: 120), price: 70),
        Arrival("velvet-beetle", "velvet beetle", "🪲", in: new, .after(seconds: 150), price: 200),
        Arrival("hot-air-balloon-ride", "hot-air balloon ride", "🎈", in: new, .after(seconds: 180), price: 380),
        Arrival("snow-fox", "snow fox", "🦊", in: new, .after(seconds: 240), price: 290, edition: 500),
        Arrival("opal-shell", "opal shell", "🐚", in: new, .after(seconds: 300), price: 175),
        Arrival("clockwork-owl", "clockwork owl", "🦉", in: new, .after(seconds: 360), price: 460, edition: 100),
        Arrival("peppermint-train", "peppermint train", "🚂", in: new, .after(seconds: 420), price: 220),
        Arrival("tide-table", "tide table", "🌊", in: "parlour", .after(seconds: 450), price: 60),
        Arrival("northern-lights", "northern lights", "🌌", in: new, .after(seconds: 480), price: 520),
        Arrival("ember-dragon", "ember dragon", "🐉", in: new, .after(seconds: 540), price: 900, edition: 100),
        Arrival("last-minute-bouquet", "last-minute bouquet", "💐", in: new, .after(seconds: 600), price: 95),
    ]
}
