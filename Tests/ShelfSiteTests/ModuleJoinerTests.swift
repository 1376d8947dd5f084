import ShelfSite
import Testing

@Suite struct `Joined modules` {
    @Test func `are one module, each called once and after those that it needs`() throws {
        let joined = try join(
            "/main.js",
            [
                "/main.js": """
                import { b } from "./parts/b.js";
                import { A as First } from "./parts/a.js";
                b(First);
                """,
                "/parts/a.js": "export class A {}\n",
                "/parts/b.js": """
                import {
                  A,
                } from "./a.js";
                export function b(x) {
                  return x === A;
                }
                """,
            ])
        #expect(
            joined == """
                const $0=(()=>{
                class A {}
                return{A};
                })();
                const $1=(()=>{
                const{A}=$0;
                function b(x) {
                return x === A;
                }
                return{b};
                })();
                const{b}=$1;
                const{A:First}=$0;
                b(First);

                """)
    }

    @Test func `export what their entry does`() throws {
        let joined = try join(
            "/sdk.js",
            [
                "/sdk.js": """
                export { A, hidden as open } from "./a.js";
                export const c = 3;
                export async function d() {}
                """,
                "/a.js": "class A {}\nfunction inner() {}\nexport { A, inner as hidden };\n",
            ])
        #expect(joined.contains("return{A,hidden:inner};"))
        #expect(joined.contains("const{A,hidden}=$0;"))
        #expect(joined.hasSuffix("const c = 3;\nasync function d() {}\nexport{A,hidden as open,c,d};\n"))
    }

    @Test func `pass on all that another exports`() throws {
        let joined = try join(
            "/all.js",
            [
                "/all.js": #"export * from "./some.js";"#,
                "/some.js": """
                export * from "./a.js";
                export const b = 1;
                """,
                "/a.js": "export function a() {}",
            ])
        #expect(joined.contains("const{a}=$0;\nconst b = 1;\nreturn{b,a};"))
        #expect(joined.hasSuffix("const{b,a}=$1;\nexport{b,a};\n"))
    }

    @Test(arguments: [
        #"import * as all from "./a.js";"#, #"import a from "./a.js";"#, #"import "./a.js";"#, "export default 1;",
        "export let a = 1;", #"export * as a from "./a.js";"#, "export { a as };",
    ])
    func `are refused with a form that isn't known, and the place is told`(statement: String) {
        let failure = #expect(throws: ModuleJoiner.Failure.self) {
            try join("/x.js", ["/x.js": statement + "\n", "/a.js": ""])
        }
        #expect(failure?.description.hasPrefix("/x.js: ") == true)
    }

    @Test func `are refused when one is missing, or when they run in a circle`() {
        let missing = #expect(throws: ModuleJoiner.Failure.self) {
            try join("/a.js", ["/a.js": #"import { b } from "./b/../c.js";"#])
        }
        #expect(missing?.description == "the module /c.js is missing")
        let circle = #expect(throws: ModuleJoiner.Failure.self) {
            try join(
                "/a.js", ["/a.js": #"import { b } from "./b.js";"#, "/b.js": #"import { a } from "./a.js";"#])
        }
        #expect(circle?.description == "modules import each other in a circle: /a.js, /b.js, /a.js")
    }

    @Test func `keep what begins like an import and is none`() throws {
        let text = "import.meta.url;\nimportant();\nconst exported = import(\"./a.js\");\nexporter();\n"
        #expect(try join("/a.js", ["/a.js": text]) == text)
    }

    private func join(_ entry: String, _ modules: [String: String]) throws -> String {
        let files = modules.map { SiteFile(path: $0.key, type: "text/javascript", bytes: Array($0.value.utf8)) }
        var joiner = ModuleJoiner(files)
        let joined = try joiner.join(entry)
        #expect(try joiner.join(entry) == joined, "a module that was joined before is joined otherwise")
        return String(decoding: joined, as: UTF8.self)
    }
}
