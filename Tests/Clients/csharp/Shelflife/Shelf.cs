using System.Collections.Generic;
using System.Linq;

namespace Shelflife {
    /// What a store shows at an instant. It reads no clock, asks nothing, and is used by one thread at a time.
    public sealed class Shelf {
        const int NamesAtMost = 20000, ReplacedBytesAtMost = 4 * 1024 * 1024;
        const long KeptMs = 600000;
        readonly byte[] appSecret;
        Dictionary<string, Chain> chains;
        /// By place: the listings of the window, and those of the one before that ended as it began.
        Dictionary<string, Listing> listings;
        /// Of notices and former windows, by place; and what is withdrawn, by name.
        Dictionary<string, Listing> replaced, withdrawn;
        bool isTimeChecked;

        public Shelf(byte[] appSecret) {
            this.appSecret = appSecret;
            Forget();
        }

        public Window Window { get; private set; }
        /// Whether the app secret is missing or wrong.
        public bool IsShut { get; private set; }

        public void Forget() {
            Window = null;
            chains = new Dictionary<string, Chain>();
            listings = new Dictionary<string, Listing>();
            replaced = new Dictionary<string, Listing>();
            withdrawn = new Dictionary<string, Listing>();
        }

        /// Takes a window that passes the rest of the checks, and says whether the store has begun anew with it.
        public bool Take(Window next, long? earliestMs, long? latestMs) {
            bool isAnew = Window != null && next.IncarnationMs > Window.IncarnationMs;
            Refused.Unless(Window == null || next.IncarnationMs >= Window.IncarnationMs, "incarnation");
            Refused.Unless(Window == null || isAnew || next.Sequence >= Window.Sequence, "sequence");
            if (latestMs != null) next.CheckTime(earliestMs.Value, latestMs.Value);
            bool areSame = next.Chains.All(chain => !IsKnown(chain) || chain.IsSame(chains[chain.Name]));
            Refused.Unless(isAnew || areSame, "chains");
            List<Listing> found = next.Listings();
            if (isAnew) Forget();
            foreach (Listing listing in listings.Values.Where(listing => listing.Revision > 0)) Replace(listing);
            Window = next;
            isTimeChecked = latestMs != null;
            foreach (Chain chain in next.Chains.Where(chain => !IsKnown(chain))) chains[chain.Name] = chain;
            IsShut = false;
            foreach (object message in next.Released) {
                Chain chain = chains[Json.Text(message, "chain")];
                byte[] key = chain.Released(message, appSecret);
                IsShut |= key == null;
                if (key != null) chain.Trust(Json.Whole(message, "slot"), key);
            }
            listings = listings.Values.Where(old => old.EndMs <= next.FromMs && old.EndMs > next.FromMs - KeptMs)
                .ToDictionary(old => old.Place);
            foreach (Listing listing in found) {
                if (next.Withdrawn.Contains(listing.Place)) withdrawn[listing.Name] = listing;
                listings[listing.Place] = Newest(listing);
            }
            ForgetWhatIsOver();
            return isAnew;
        }

        /// Checks a window that was taken before the time was known.
        public void CheckTime(long earliestMs, long latestMs) {
            if (Window == null || isTimeChecked) return;
            try {
                Window.CheckTime(earliestMs, latestMs);
                isTimeChecked = true;
            } catch (Refused) {
                Forget();
                throw;
            }
        }

        /// Takes a key that came by itself, and says whether it is news.
        public bool TakeKey(object message, long? latestMs) {
            bool isKnown = chains.TryGetValue(Json.Get(message, "chain") as string ?? "", out Chain chain);
            Refused.Unless(isKnown, "chain");
            return chain.Take(message, latestMs, appSecret);
        }

        public void TakeNotice(Notice notice) {
            Listing listing = notice.Listing;
            if (notice.Kind == "replaced") {
                Replace(listing);
                if (listings.TryGetValue(listing.Place, out Listing known)) listings[listing.Place] = Newest(known);
            } else if (withdrawn.Count < NamesAtMost) withdrawn[listing.Name] = listing;
        }

        /// What each position shows, up to the last that shows a listing.
        public List<Shown> Positions(long nowMs) {
            var shown = new List<Shown>();
            foreach (Listing listing in OnSale(nowMs)) {
                while (shown.Count <= listing.Position) shown.Add(new Shown { Phase = "empty" });
                Chain chain = chains[listing.Chain];
                object card = listing.Card(chain.Id, chain.Key(listing.Slot));
                bool isLeaving = nowMs >= listing.EndMs - 1000, isArriving = nowMs < listing.StartMs + 600;
                shown[(int)listing.Position] = new Shown {
                    Phase = card == null ? "sealed" : isLeaving ? "leaving" : isArriving ? "arriving" : "onSale",
                    Listing = listing, Card = card, IsWithdrawn = withdrawn.ContainsKey(listing.Name),
                };
            }
            return shown.Count > 0 ? shown : new List<Shown> { new Shown { Phase = "empty" } };
        }

        /// The newest listing that has begun and whose key hasn't come, or null.
        public Listing Missing(long nowMs) =>
            OnSale(nowMs).Where(listing => chains[listing.Chain].Key(listing.Slot) == null)
                .OrderBy(listing => listing.StartMs).LastOrDefault();

        IEnumerable<Listing> OnSale(long nowMs) =>
            listings.Values.Where(listing => listing.StartMs <= nowMs && nowMs < listing.EndMs);

        bool IsKnown(Chain chain) => chains.ContainsKey(chain.Name);

        Listing Newest(Listing listing) =>
            replaced.TryGetValue(listing.Place, out Listing other) ? listing.ReplacedBy(other) : listing;

        void Replace(Listing listing) {
            bool isNews = !replaced.TryGetValue(listing.Place, out Listing known) || known.Revision < listing.Revision;
            int size = replaced.Values.Sum(other => 16 + other.Sealed.Length) + 16 + listing.Sealed.Length;
            if (isNews && size <= ReplacedBytesAtMost) replaced[listing.Place] = listing;
        }

        /// Keeps what is about listings that are at hand, or that may come later.
        void ForgetWhatIsOver() {
            chains = chains.Values.Where(chain => Window.Chains.Any(named => named.Name == chain.Name)
                || listings.Values.Any(listing => listing.Chain == chain.Name)).ToDictionary(chain => chain.Name);
            foreach (Chain chain in chains.Values)
                chain.ForgetBelow(listings.Values.Where(listing => listing.Chain == chain.Name)
                    .Select(listing => listing.Slot).DefaultIfEmpty(0).Min());
            replaced = replaced.Where(pair => IsKept(pair.Value)).ToDictionary(pair => pair.Key, pair => pair.Value);
            withdrawn = withdrawn.Where(pair => IsKept(pair.Value)).ToDictionary(pair => pair.Key, pair => pair.Value);
        }

        bool IsKept(Listing listing) => listings.ContainsKey(listing.Place)
            || chains.TryGetValue(listing.Chain, out Chain chain) && chain.StartMs(listing.Slot) >= Window.FromMs;
    }
}
