import { createHash } from "node:crypto";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  bodyHalves,
  chainStart,
  ChainVerifier,
  nextRow,
  toAuditRecord,
} from "../../../../src/hubServer/store/auditChain.ts";
import { canonicalJson } from "../../../../src/hubServer/store/canonicalJson.ts";
import type { AuditEvent } from "../../../../src/hubServer/store/records.ts";
import { fromStoredText, toStoredText } from "../../../../src/hubServer/store/storedText.ts";

const event: AuditEvent = {
  time: 1,
  kind: "usage",
  app: "é",
  tokenId: "t",
  detail: { z: 1, a: "x" },
};

describe("canonical JSON", () => {
  test("has sorted names, no white space and no absent members (RFC 8785 §3.2.3)", () => {
    const value = { "\u20ac": 1, "\r": 2, "1": [3, { b: true, a: null }], "\ud83d\ude00": 4, ö: 5 };

    expect(canonicalJson({ ...value, absent: undefined })).toBe(
      '{"\\r":2,"1":[3,{"a":null,"b":true}],"ö":5,"€":1,"😀":4}',
    );
  });

  test("means the same as JSON, and is its own canonical form", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test("of an event has its seq where it belongs among the names", () => {
    expect(bodyHalves(event)).toEqual([
      '{"app":"é","detail":{"a":"x","z":1},"kind":"usage","seq":',
      ',"time":1,"tokenId":"t"}',
    ]);
    const [before, after] = bodyHalves(event);
    expect(`${before}7${after}`).toBe(canonicalJson({ ...event, seq: 7 }));
    expect(bodyHalves({ kind: "usage", time: 0 })).toEqual([
      '{"kind":"usage","seq":',
      ',"time":0}',
    ]);
  });
});

test("a hash is SHA-256 of the hash before it and the canonical JSON of everything else", () => {
  const { hash, prevHash, ...rest } = toAuditRecord(nextRow(chainStart, event));

  const expected = createHash("sha256").update(`${prevHash}${canonicalJson(rest)}`, "utf8");
  expect(prevHash).toBe("0".repeat(64));
  expect(hash).toBe(expected.digest("hex"));
});

test("any change of any character of any event is found", () => {
  const rows = [nextRow(chainStart, event)];
  for (let index = 1; index < 5; index += 1) {
    rows.push(nextRow(rows[index - 1] ?? chainStart, { ...event, time: index }));
  }
  const head = rows[4] ?? chainStart;
  const verify = (changed: typeof rows) => {
    const verifier = new ChainVerifier();
    for (const row of changed) {
      verifier.add(row);
    }
    return verifier.finish(head);
  };

  expect(verify(rows)).toMatchObject({ isIntact: true, events: 5 });
  fc.assert(
    fc.property(
      fc.nat(4),
      fc.nat(60),
      fc.constantFrom("body", "hash", "prevHash"),
      (at, where, field) => {
        const changed = rows.map((row, index) => {
          const text = row[field];
          const place = where % text.length;
          const other = text[place] === "0" ? "1" : "0";
          const edited = text.slice(0, place) + other + text.slice(place + 1);
          return index === at ? { ...row, [field]: edited } : row;
        });
        expect(verify(changed).isIntact).toBe(false);
      },
    ),
  );
});

test("stored text is any string and nothing that a database refuses", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(0xffff), (text, unit) => {
      const hostile = `${text}${String.fromCharCode(unit)}\0`;
      const stored = toStoredText(hostile);
      expect(fromStoredText(stored)).toBe(hostile);
      expect(/[\0\p{Surrogate}]/u.test(stored)).toBe(false);
    }),
  );
});
