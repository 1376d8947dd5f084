using System.Collections.Generic;

namespace Shelflife {
    /// Since when each position has drawn its card, by the device's clock.
    public sealed class TapGuard {
        const long GuardUs = 500000;
        readonly List<string> names = new List<string>();
        readonly List<long> since = new List<long>();

        public void Note(List<Shown> positions, long deviceUs) {
            for (int i = 0; i < positions.Count || i < names.Count; i++) {
                string name = i < positions.Count && positions[i].Card != null ? positions[i].Listing.Name : null;
                if (i == names.Count) {
                    names.Add(null);
                    since.Add(deviceUs);
                }
                if (names[i] != name) since[i] = deviceUs;
                names[i] = name;
            }
        }

        /// Whether a tap counts on what was seen when it began.
        public bool Takes(int position, Shown seen, long deviceUs) =>
            seen.Card != null && !seen.IsWithdrawn && position < names.Count && names[position] == seen.Listing.Name
            && deviceUs - since[position] >= GuardUs;
    }
}
