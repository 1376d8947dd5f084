using System;
using System.Linq;

namespace Shelflife {
    /// What a store signs besides windows: notices and receipts.
    public static class Signed {
        /// The JSON in {"bytes","signature"}, or null where the store hasn't signed one with this beginning.
        public static object Json(object message, byte[] publicKey, string beginning) {
            byte[] data = Bytes.From(Shelflife.Json.Get(message, "bytes"));
            byte[] signature = Bytes.From(Shelflife.Json.Get(message, "signature"));
            byte[] magic = Bytes.Ascii(beginning);
            if (data == null || signature == null || !data.Take(magic.Length).SequenceEqual(magic)) return null;
            if (!Ed25519.Verify(publicKey, data, signature)) return null;
            try {
                return Shelflife.Json.Object(data.Skip(magic.Length).ToArray());
            } catch (FormatException) {
                return null;
            }
        }
    }
}
