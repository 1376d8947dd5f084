using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Shelflife {
    using Members = Dictionary<string, object>;

    /// Reads JSON: Dictionary, List, string, bool, null, long for a whole number and double for any other. All of it
    /// throws FormatException for what isn't as it should be.
    public sealed class Json {
        const int Deepest = 32;
        const long Safe = (1L << 53) - 1;
        static readonly Regex Numbers = new Regex(@"\G-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?");
        static readonly UTF8Encoding Strict = new UTF8Encoding(false, true);
        readonly string text;
        int at;

        Json(string text) { this.text = text; }

        public static object Value(byte[] utf8) {
            string text;
            try { text = Strict.GetString(utf8); } catch (ArgumentException) { throw new FormatException("not UTF-8"); }
            var json = new Json(text);
            object value = json.Value(0);
            json.Demand(json.Next() == '\0' && json.at == text.Length);
            return value;
        }

        public static Members Object(byte[] utf8) => Value(utf8) as Members ?? throw new FormatException("no object");

        public static object Get(object value, string name) =>
            value is Members members && members.TryGetValue(name, out object found) ? found : null;

        public static long Whole(object value, long least = 0, long most = Safe) =>
            value is long number && number >= least && number <= most ? number : throw new FormatException("no number");

        public static long Whole(object value, string name, long least = 0, long most = Safe) =>
            Whole(Get(value, name), least, most);

        public static string Text(object value, string name) =>
            Get(value, name) as string ?? throw new FormatException($"no {name}");

        public static List<object> List(object value, string name) =>
            Get(value, name) as List<object> ?? throw new FormatException($"no {name}");

        public static byte[] Raw(object value, string name, int least, int most) {
            byte[] data = Bytes.From(Get(value, name));
            return data?.Length >= least && data.Length <= most ? data : throw new FormatException($"no {name}");
        }

        void Demand(bool holds) {
            if (!holds) throw new FormatException($"no JSON at {at}");
        }

        char Next() {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
            return at < text.Length ? text[at] : '\0';
        }

        object Value(int depth) {
            Demand(depth < Deepest);
            switch (Next()) {
                case '{':
                    var members = new Members();
                    for (at++; Next() != '}' || members.Count > 0; at++) {
                        Demand(Next() == '"');
                        string name = Quoted();
                        Demand(Next() == ':');
                        at++;
                        members[name] = Value(depth + 1);
                        if (Next() == '}') break;
                        Demand(Next() == ',');
                    }
                    at++;
                    return members;
                case '[':
                    var items = new List<object>();
                    for (at++; Next() != ']' || items.Count > 0; at++) {
                        items.Add(Value(depth + 1));
                        if (Next() == ']') break;
                        Demand(Next() == ',');
                    }
                    at++;
                    return items;
                case '"': return Quoted();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        object Word(string word, object value) {
            Demand(string.CompareOrdinal(text, at, word, 0, word.Length) == 0);
            at += word.Length;
            return value;
        }

        object Number() {
            Match found = Numbers.Match(text, at);
            Demand(found.Success);
            at += found.Length;
            bool isWhole = !found.Groups[2].Success && !found.Groups[3].Success;
            if (isWhole && long.TryParse(found.Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
                    out long number)) return number;
            Demand(double.TryParse(found.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out double other));
            return other;
        }

        string Quoted() {
            var found = new StringBuilder();
            for (at++; ; at++) {
                Demand(at < text.Length && text[at] >= ' ');
                if (text[at] == '"') break;
                if (text[at] != '\\') { found.Append(text[at]); continue; }
                Demand(++at < text.Length);
                int known = "\"\\/bfnrt".IndexOf(text[at]);
                if (known >= 0) { found.Append("\"\\/\b\f\n\r\t"[known]); continue; }
                Demand(text[at] == 'u' && at + 4 < text.Length);
                string digits = text.Substring(at + 1, 4);
                Demand(Regex.IsMatch(digits, "^[0-9a-fA-F]{4}$"));
                found.Append((char)Convert.ToInt32(digits, 16));
                at += 4;
            }
            at++;
            return found.ToString();
        }
    }
}
