using System;
using System.Collections.Generic;
using System.Linq;

namespace Shelflife {
    /// A key chain, as a window's header names it, with the keys that are known of it.
    public sealed class Chain {
        const long EarlyMs = 2000;
        readonly byte[] anchor;
        /// Every key from `lowest` to `Newest`, so that the chain is walked once for all cards of a window.
        readonly Dictionary<long, byte[]> keys = new Dictionary<long, byte[]>();
        long lowest;

        public Chain(object header) {
            Name = Json.Text(header, "id");
            Id = Json.Raw(header, "id", 16, 16);
            anchor = Json.Raw(header, "anchor", 32, 32);
            EpochMs = Json.Whole(header, "epochMs", 0, Window.LastMs);
            Slots = Json.Whole(header, "slots", 1, 86400);
            LeadMs = Json.Whole(header, "leadMs", 0, 86400000);
            if (EpochMs % 1000 != 0) throw new FormatException("no whole second");
            keys[0] = anchor;
        }

        public string Name { get; }
        public byte[] Id { get; }
        public long EpochMs { get; }
        public long Slots { get; }
        public long LeadMs { get; }
        /// The newest slot whose key is known, or 0.
        public long Newest { get; private set; }

        public long StartMs(long slot) => EpochMs + 1000 * slot;

        public bool IsSame(Chain other) =>
            EpochMs == other.EpochMs && Slots == other.Slots && LeadMs == other.LeadMs
            && anchor.SequenceEqual(other.anchor);

        /// The newest slot whose key is public at an instant; less than 1 if there is none.
        public long NewestPublic(long ms) => Math.Min(Slots, Floor.Of(ms + LeadMs - EpochMs, 1000));

        /// The key of a slot, or null while it isn't known.
        public byte[] Key(long slot) {
            if (slot < 1 || slot > Newest) return null;
            for (; lowest > slot; lowest--) keys[lowest - 1] = Before(lowest, keys[lowest]);
            return keys[slot];
        }

        /// Takes a key of a checked window.
        public void Trust(long slot, byte[] key) {
            if (slot <= Newest) return;
            keys.Clear();
            keys[slot] = key;
            Newest = lowest = slot;
        }

        /// Takes a key that came by itself, and says whether it is news.
        public bool Take(object message, long? latestMs, byte[] appSecret) {
            if (!(Json.Get(message, "slot") is long slot) || slot < 0 || slot > Slots) throw new Refused("slot");
            if (StartMs(slot) - LeadMs > latestMs + EarlyMs) throw new Refused("early");
            if (slot - Newest > 1200 + LeadMs / 1000) throw new Refused("walk");
            if (slot <= Newest) return false;
            byte[] key = Released(message, appSecret) ?? throw new Refused(Newest > 0 ? "forged" : "shut");
            var walked = new Dictionary<long, byte[]> { [slot] = key };
            for (long at = slot; at > Newest; at--) walked[at - 1] = Before(at, walked[at]);
            if (!walked[Newest].SequenceEqual(keys[Newest])) throw new Refused("forged");
            foreach (KeyValuePair<long, byte[]> found in walked) keys[found.Key] = found.Value;
            Newest = slot;
            return true;
        }

        public void ForgetBelow(long slot) {
            for (; lowest < Math.Min(slot, Newest); lowest++) keys.Remove(lowest);
        }

        /// The key in a message that has `key` or `box`; null where the app secret doesn't open it.
        public byte[] Released(object message, byte[] appSecret) {
            byte[] box = Bytes.From(Json.Get(message, "box")), key = Bytes.From(Json.Get(message, "key"));
            if (box == null) return key?.Length == 32 ? key : null;
            if (box.Length != 60 || appSecret == null) return null;
            byte[] boxKey = Hkdf.Derive(appSecret, Id, Bytes.Ascii("shelflife/v1/box"));
            byte[] aad = Bytes.Join(Id, Bytes.BE((long)Json.Get(message, "slot"), 8));
            return AesGcm.Open(boxKey, Bytes.Part(box, 0, 12), aad, Bytes.Part(box, 12, 48));
        }

        byte[] Before(long slot, byte[] key) =>
            Bytes.Sha256(Bytes.Join(Bytes.Ascii("shelflife/v1/chain"), Id, Bytes.BE(slot, 8), key));
    }
}
