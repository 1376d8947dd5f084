using System;

namespace Shelflife {
    /// When to ask again. All is seconds, and every wait is random.
    public static class Waits {
        static readonly Random Chance = new Random();

        public static double Between(double least, double most) {
            lock (Chance) return least + (most - least) * Chance.NextDouble();
        }

        public static double Around(double seconds) => Between(0.75 * seconds, 1.25 * seconds);

        /// After so many failures before this one: twice as long each time.
        public static double Again(double first, int failures, double most) =>
            Around(Math.Min(most, first * Math.Pow(2, failures)));

        /// As long as the server asks for, and then a second time.
        public static double After(double wait, double? asked) {
            if (asked == null) return wait;
            double granted = Math.Max(0, Math.Min(300, asked.Value));
            return granted + Math.Min(wait, granted);
        }
    }
}
