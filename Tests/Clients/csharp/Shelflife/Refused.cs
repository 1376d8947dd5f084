using System;

namespace Shelflife {
    /// What came isn't taken. The message is the error's name in docs/clients.md, or the code of a refusal.
    public sealed class Refused : Exception {
        public Refused(string code) : base(code) { }

        public static void Unless(bool holds, string code) {
            if (!holds) throw new Refused(code);
        }
    }
}
