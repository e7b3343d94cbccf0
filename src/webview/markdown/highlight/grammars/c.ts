import { blockCommentState, cRules, type Grammar } from "../grammar.ts";

export const cpp: Grammar = {
  states: {
    root: {
      rules: [
        {
          match: String.raw`(?:u8|[uUL])?R"[^\s()\\]{0,16}\(`,
          kind: "string",
          push: "rawString",
          until: (match) => `)${match.slice(match.indexOf('"') + 1, -1)}"`,
        },
        { match: String.raw`#\s*include\s*(?=<)`, kind: "keyword", push: "include" },
        { match: String.raw`#\s*[a-z]+(?<=^\s*#\s*[a-z]+)`, kind: "keyword" },
        { match: String.raw`\[\[[^\]]*\]\]`, kind: "attribute" },
        ...cRules,
      ],
    },
    blockComment: blockCommentState,
    rawString: { kind: "string", rules: [], includesEnd: true },
    include: { rules: [{ match: "<[^>]*>?", kind: "string", pops: 1 }], endsWithLine: true },
  },
  words: {
    keyword:
      "alignas alignof and asm auto break case catch class co_await co_return co_yield concept const consteval constexpr constinit const_cast continue decltype default delete do dynamic_cast else enum explicit export extern final for friend goto if inline mutable namespace new noexcept not operator or override private protected public register reinterpret_cast requires restrict return sizeof static static_assert static_cast struct switch template this thread_local throw try typedef typeid typename union using virtual volatile while xor",
    type: "bool char char8_t char16_t char32_t double float int int8_t int16_t int32_t int64_t long ptrdiff_t short signed size_t ssize_t string std uint8_t uint16_t uint32_t uint64_t uintptr_t unsigned vector void wchar_t",
    constant: "true false NULL nullptr",
  },
  hasCalls: true,
  hasCapitals: true,
};
