import { describe, expect, test } from "vitest";

import { parseBaseUrl } from "../../../src/shared/text/baseUrl.ts";

describe("an address is understood as people paste it", () => {
  test.each([
    ["https://hub.example.com", "https://hub.example.com"],
    ["https://hub.example.com/", "https://hub.example.com"],
    ["https://hub.example.com///", "https://hub.example.com"],
    ["  https://hub.example.com\n", "https://hub.example.com"],
    ["https://hub.example.com/hub/v1", "https://hub.example.com"],
    ["https://hub.example.com/hub/v1/", "https://hub.example.com"],
    ["https://hub.example.com/hub/v1/chat/completions", "https://hub.example.com"],
    ["https://hub.example.com/ai/hub/v1/models", "https://hub.example.com/ai"],
    ["https://hub.example.com/ai/", "https://hub.example.com/ai"],
    ["HTTPS://Hub.Example.COM:443/Ai", "https://hub.example.com/Ai"],
    ["https://hub.example.com:8443", "https://hub.example.com:8443"],
    ["https://münchen.example", "https://xn--mnchen-3ya.example"],
    ["http://localhost:8787/hub/v1", "http://localhost:8787"],
    ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
    ["http://127.1.2.3", "http://127.1.2.3"],
    ["http://[::1]:8787/", "http://[::1]:8787"],
  ])("%j is %s", (input, baseUrl) => {
    expect(parseBaseUrl(input)).toEqual({ ok: true, baseUrl, origin: new URL(baseUrl).origin });
  });
});

describe("what cannot be a hub's address is refused with its reason", () => {
  test.each([
    ["", "empty"],
    ["  \n ", "empty"],
    ["https://hub example.com", "whitespace"],
    ["https://hub.example.com/a\tb", "whitespace"],
    ["https://hub.example.com/\u0000", "whitespace"],
    ["https://", "notAUrl"],
    ["https://hub.example.com:99999", "notAUrl"],
    ["https://[::1", "notAUrl"],
    ["ftp://hub.example.com", "unsupportedScheme"],
    ["ws://localhost:1", "unsupportedScheme"],
    ["file:///etc/passwd", "unsupportedScheme"],
    ["javascript:alert(1)", "unsupportedScheme"],
    ["http://hub.example.com", "insecureHttp"],
    ["http://10.0.0.1", "insecureHttp"],
    ["http://128.0.0.1", "insecureHttp"],
    ["http://localhost.example.com", "insecureHttp"],
    ["http://127.0.0.1.example.com", "insecureHttp"],
    ["http://[::2]", "insecureHttp"],
    ["https://me:secret@hub.example.com", "credentials"],
    ["https://@hub.example.com", "credentials"],
    ["https://hub.example.com\\@evil.example", "notAUrl"],
    ["https:\\\\hub.example.com", "notAUrl"],
    ["me@hub.example.com", "credentials"],
    ["https://hub.example.com/?a=b", "query"],
    ["https://hub.example.com?", "query"],
    ["https://hub.example.com/#x", "fragment"],
    ["https://hub.example.com#", "fragment"],
  ])("%j: %s", (input, reason) => {
    expect(parseBaseUrl(input)).toEqual({ ok: false, reason });
  });
});

describe("an address without a scheme is completed", () => {
  test.each([
    ["hub.example.com", "https://hub.example.com"],
    ["hub.example.com:8443/hub/v1", "https://hub.example.com:8443"],
    ["//hub.example.com", "https://hub.example.com"],
    ["localhost:8787", "http://localhost:8787"],
    ["127.0.0.1:8787/hub/v1/models", "http://127.0.0.1:8787"],
    ["[::1]:8787", "http://[::1]:8787"],
    ["hub", "https://hub"],
  ])("%j is %s", (input, baseUrl) => {
    expect(parseBaseUrl(input)).toEqual({ ok: true, baseUrl, origin: new URL(baseUrl).origin });
  });
});
