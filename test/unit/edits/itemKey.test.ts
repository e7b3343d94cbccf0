import { expect, test } from "vitest";

import { itemKey } from "../../../src/edits/itemKey.ts";

function nameOf(head: string): string {
  const { kind, name } = itemKey([head, "  run();", "}"], true);
  return `${kind} ${name}`;
}

test.each([
  ["a linkage", 'extern "C" int convert(char* text,', "declaration () convert"],
  ["a linkage of Rust", 'pub unsafe extern "C" fn convert() {', "declaration fn convert"],
  ["a qualified name", "Status Store::Open(const Options& o) {", "declaration () Store::Open"],
  ["a constructor of a template", "Pool<T>::Pool(int a) : a_(a) {", "declaration () Pool<T>::Pool"],
  ["a destructor", "Store::~Store() {", "declaration () Store::~Store"],
  ["an operator", "bool operator==(const Id& a) const {", "declaration () operator=="],
  ["a conversion", "explicit operator bool() const {", "declaration () operator bool"],
  ["a macro before a name", "class HUB_API Store : public Base {", "declaration class Store"],
  ["a class of enumerators", "enum class Color : uint8_t {", "declaration class Color"],
  ["template parameters", "template <typename T> T max(T a, T b) {", "declaration () max"],
  ["an attribute of C++", "[[nodiscard]] int size() const {", "declaration () size"],
  [
    "an attribute of a compiler",
    "__attribute__((noreturn)) void die(void) {",
    "declaration () die",
  ],
  ["type parameters of a result", "public Task<int> Load<T>(int x) {", "declaration () Load"],
  ["an attribute of C#", "[Fact] public void Works() {", "declaration () Works"],
  ["an attribute of Swift", "@objc open func view(_ v: View) {", "declaration func view"],
  ["an operator of Swift", "static func == (a: Id, b: Id) -> Bool {", "declaration func =="],
  ["a function of a class", "class func make<T>(x: T) {", "declaration func make"],
  ["a receiver", "fun <T : Any> List<T>.second(): T {", "declaration fun List<T>.second"],
  ["a writer of Ruby", "def name=(value)", "declaration def name="],
  ["a getter", "get name() {", "declaration () get name"],
  ["a setter", "set name(value) {", "declaration () set name"],
])("%s does not hide which function or class it is", (_what, head, expected) => {
  expect(nameOf(head)).toBe(expected);
});

test("tests of C++ that one macro makes are told apart by their arguments", () => {
  expect(nameOf("TEST(Store, Opens) {")).not.toBe(nameOf("TEST(Store, Closes) {"));
});

test("a variable with the name of a modifier is a variable", () => {
  expect(itemKey(["data = load()"], false)).toMatchObject({ kind: "variable", name: "= data" });
});

test("a rule of CSS for a medium is no function", () => {
  expect(itemKey(["@media only screen and (min-width: 1px) {", "}"], true).kind).toBe("text");
});
