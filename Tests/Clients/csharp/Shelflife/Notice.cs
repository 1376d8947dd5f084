using System;

namespace Shelflife {
    /// News of one listing: it is withdrawn, sold out, or replaced by what `Listing` has.
    public sealed class Notice {
        public string Store;
        /// `withdrawn`, `soldOut` or `replaced`.
        public string Kind;
        public Listing Listing;

        /// The notice in a message, or null where there is none that a client takes. Call it off the main thread.
        public static Notice Read(object message, byte[] publicKey) {
            object json = Signed.Json(message, publicKey, "SHELFNT1");
            if (json == null) return null;
            try {
                Json.Raw(json, "chain", 16, 16);
                string kind = Json.Text(json, "kind");
                var notice = new Notice { Store = Json.Text(json, "store"), Kind = kind };
                bool isReplaced = kind == "replaced";
                if (!isReplaced && kind != "withdrawn" && kind != "soldOut") return null;
                notice.Listing = new Listing {
                    Chain = Json.Text(json, "chain"), Slot = Json.Whole(json, "slot", 1, 86400),
                    Position = Json.Whole(json, "position", 0, 65535),
                    Revision = Json.Whole(json, "revision", isReplaced ? 1 : 0, 65535),
                };
                if (!isReplaced)
                    return Json.Get(json, "seconds") == null && Json.Get(json, "sealed") == null ? notice : null;
                notice.Listing.Seconds = Json.Whole(json, "seconds", 1, uint.MaxValue);
                notice.Listing.Sealed = Json.Raw(json, "sealed", 34, 65567);
                return notice;
            } catch (FormatException) {
                return null;
            }
        }
    }
}
