using System;
using System.Linq;

namespace Shelflife {
    /// One item on sale at one position from one second to another, or what a notice says of one.
    public sealed class Listing {
        public string Chain;
        public long Slot, Position, Revision, Seconds, StartMs;
        public byte[] Sealed;
        object card;
        bool isTried;

        public long EndMs => StartMs + 1000 * Seconds;
        public string Place => $"{Chain}.{Slot}.{Position}";
        public string Name => $"{Place}.{Revision}";

        /// With another's card, if that is newer and fits.
        public Listing ReplacedBy(Listing other) {
            bool fits = other.Seconds == Seconds && other.Sealed.Length == Sealed.Length;
            if (other.Revision <= Revision || !fits) return this;
            var replaced = (Listing)MemberwiseClone();
            replaced.Revision = other.Revision;
            replaced.Sealed = other.Sealed;
            replaced.card = null;
            replaced.isTried = false;
            return replaced;
        }

        /// The card as JSON, opened once; null while the key is null, and for a card that doesn't open.
        public object Card(byte[] chainId, byte[] key) {
            if (isTried || key == null) return card;
            isTried = true;
            try { card = Open(chainId, key); } catch (Refused) { }
            return card;
        }

        /// The card as JSON; throws Refused where it doesn't open with the key of the slot.
        public object Open(byte[] chainId, byte[] key) {
            byte[] tail = Bytes.Join(Bytes.BE(Slot, 8), Bytes.BE(Position, 2), Bytes.BE(Revision, 2));
            byte[] salt = Bytes.Part(Sealed, 0, 16), seconds = Bytes.BE(Seconds, 4);
            byte[] label = Bytes.Ascii("shelflife/v2/card");
            byte[] text = AesGcm.Open(
                Hkdf.Derive(key, chainId, Bytes.Join(label, tail, salt)),
                Bytes.Join(Bytes.BE(Position, 2), Bytes.BE(Revision, 2), Bytes.BE(Slot, 8)),
                Bytes.Join(label, chainId, tail, seconds), Bytes.Part(Sealed, 16, Sealed.Length - 16));
            Refused.Unless(text?.Length >= 2, "card");
            byte[] saltKey = Hkdf.Derive(key, chainId, Bytes.Join(Bytes.Ascii("shelflife/v2/salt"), tail));
            Refused.Unless(Hkdf.Hmac(saltKey, Bytes.Join(seconds, text)).Take(16).SequenceEqual(salt), "card");
            int end = 2 + (int)Bytes.Number(text, 0, 2);
            Refused.Unless(end <= text.Length && text.Skip(end).All(zero => zero == 0), "card");
            try {
                object card = Json.Object(Bytes.Part(text, 2, end - 2));
                foreach (string name in new[] { "item", "name", "set", "currency" }) Json.Text(card, name);
                Json.Whole(card, "price");
                return card;
            } catch (FormatException) {
                throw new Refused("card");
            }
        }
    }
}
