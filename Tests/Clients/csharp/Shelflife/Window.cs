using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace Shelflife {
    /// A window that has passed the checks up to `store`. Read it off the main thread: to verify takes milliseconds.
    public sealed class Window {
        public const int BytesAtMost = 4 * 1024 * 1024;
        public const long LastMs = (1L << 52) - 1;
        const int HeaderAt = 12, SignatureBytes = 64;
        readonly byte[] records;
        readonly long cardBytes, count, positions;

        public string Store { get; }
        public long Sequence { get; }
        /// When its incarnation began; -1 in a store's first.
        public long IncarnationMs { get; }
        public long FromMs { get; }
        public long UntilMs { get; }
        public long Columns { get; }
        public List<Chain> Chains { get; }
        public List<object> Released { get; }
        /// The places that its header names as withdrawn.
        public HashSet<string> Withdrawn { get; } = new HashSet<string>();

        public static Window Read(byte[] data, byte[] publicKey, string store) {
            Refused.Unless(data.Length <= BytesAtMost, "tooLarge");
            Refused.Unless(data.Take(8).SequenceEqual(Bytes.Ascii("SHELFLF2")), "magic");
            long length = data.Length < HeaderAt ? long.MaxValue : Bytes.Number(data, 8, 4);
            Refused.Unless(length <= 65536 && HeaderAt + length + SignatureBytes <= data.Length, "headerLength");
            int end = data.Length - SignatureBytes, recordsAt = HeaderAt + (int)length;
            byte[] body = Bytes.Part(data, 0, end), signature = Bytes.Part(data, end, SignatureBytes);
            Refused.Unless(Ed25519.Verify(publicKey, body, signature), "signature");
            Window window;
            try {
                object header = Json.Object(Bytes.Part(data, HeaderAt, (int)length));
                window = new Window(header, Bytes.Part(data, recordsAt, end - recordsAt));
            } catch (FormatException) {
                throw new Refused("header");
            }
            Refused.Unless(window.records.Length == window.count * (48 + window.cardBytes), "length");
            Refused.Unless(window.Store == store, "store");
            return window;
        }

        Window(object header, byte[] records) {
            this.records = records;
            Store = Json.Text(header, "store");
            FromMs = Json.Whole(header, "issuedAtMs", 0, LastMs);
            UntilMs = Json.Whole(header, "untilMs", FromMs + 600000, LastMs);
            Sequence = Json.Whole(header, "sequence");
            positions = Json.Whole(header, "positions", 1, 65536);
            Columns = Json.Whole(header, "columns", 1, positions);
            cardBytes = Json.Whole(header, "cardBytes", 2, 65535);
            count = Json.Whole(header, "count", 0, BytesAtMost);
            bool isFirst = Json.Get(header, "incarnationMs") == null;
            IncarnationMs = isFirst ? -1 : Json.Whole(header, "incarnationMs", 0, FromMs);
            Chains = Json.List(header, "chains").Select(chain => new Chain(chain)).ToList();
            Released = Json.List(header, "released");
            Demand(Regex.IsMatch(Json.Text(header, "previous"), @"^[0-9a-f]{64}\z"));
            Demand(Sequence * 60000 == FromMs && Json.Whole(header, "fromMs") == FromMs);
            Demand(isFirst || IncarnationMs % 60000 == 0);
            Demand(Chains.Count == 1 || Chains.Count == 2 && Chains[0].Name != Chains[1].Name
                && Chains[1].EpochMs == Chains[0].StartMs(Chains[0].Slots));
            foreach (object key in Released) {
                Demand((Json.Get(key, "key") == null) != (Json.Get(key, "box") == null));
                if (Json.Get(key, "key") != null) Json.Raw(key, "key", 32, 32);
                else Json.Raw(key, "box", 60, 60);
            }
            IEnumerable<string> named = Released.Select(key => Json.Text(key, "chain") + Json.Whole(key, "slot", 1));
            IEnumerable<string> due = Chains.Where(chain => chain.NewestPublic(FromMs) >= 1)
                .Select(chain => chain.Name + chain.NewestPublic(FromMs));
            Demand(named.OrderBy(name => name).SequenceEqual(due.OrderBy(name => name)));
            if (Json.Get(header, "withdrawn") == null) return;
            foreach (object place in Json.List(header, "withdrawn")) {
                if (!(place is List<object> parts) || parts.Count != 3) throw new FormatException("no place");
                Chain chain = Chains[(int)Json.Whole(parts[0], 0, Chains.Count - 1)];
                long slot = Json.Whole(parts[1], 1, chain.NewestPublic(FromMs));
                Withdrawn.Add($"{chain.Name}.{slot}.{Json.Whole(parts[2], 0, positions - 1)}");
            }
        }

        public void CheckTime(long earliestMs, long latestMs) =>
            Refused.Unless(FromMs <= latestMs + 2000 && UntilMs > earliestMs, "time");

        public List<Listing> Listings() {
            var found = new List<Listing>();
            var before = Tuple.Create(-1L, -1L, -1L);
            int size = 48 + (int)cardBytes;
            for (int at = 0; at < records.Length; at += size) {
                long index = Bytes.Number(records, at, 2), slot = Bytes.Number(records, at + 8, 4);
                Refused.Unless(index < Chains.Count && Bytes.Number(records, at + 6, 2) == 0, "records");
                Chain chain = Chains[(int)index];
                var listing = new Listing {
                    Chain = chain.Name, Slot = slot, Position = Bytes.Number(records, at + 2, 2),
                    Revision = Bytes.Number(records, at + 4, 2), Seconds = Bytes.Number(records, at + 12, 4),
                    StartMs = chain.StartMs(slot), Sealed = Bytes.Part(records, at + 16, size - 16),
                };
                bool fits = listing.Position < positions && listing.Slot >= 1 && listing.Slot <= chain.Slots;
                bool touches = listing.StartMs < UntilMs && listing.EndMs > FromMs;
                var order = Tuple.Create(index, listing.Slot, listing.Position);
                bool grows = Comparer<Tuple<long, long, long>>.Default.Compare(before, order) < 0;
                Refused.Unless(fits && listing.Seconds >= 1 && touches && grows, "records");
                before = order;
                found.Add(listing);
            }
            Refused.Unless(AreCovered(found), "records");
            return found;
        }

        /// Whether no position's listings overlap, the first has no gap, and the last has a listing.
        bool AreCovered(List<Listing> listings) {
            var ends = new Dictionary<long, long>();
            foreach (Listing listing in listings.OrderBy(listing => listing.StartMs)) {
                bool hasEnd = ends.TryGetValue(listing.Position, out long endMs);
                if (hasEnd && listing.StartMs < endMs) return false;
                if (listing.Position == 0 && listing.StartMs > (hasEnd ? endMs : FromMs)) return false;
                ends[listing.Position] = listing.EndMs;
            }
            return ends.TryGetValue(0, out long lastMs) && lastMs >= UntilMs && ends.ContainsKey(positions - 1);
        }

        static void Demand(bool holds) {
            if (!holds) throw new FormatException("out of range");
        }
    }
}
