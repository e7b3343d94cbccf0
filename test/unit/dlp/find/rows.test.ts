import * as fc from "fast-check";
import { expect, test } from "vitest";

import { scanText } from "../../../../src/dlp/find/scanText.ts";
import { found } from "../found.ts";
import { cards, cnpjs, cpfs, punctuated } from "../values.ts";

const portuguese = "zero um dois três quatro cinco seis sete oito nove".split(" ");
const languages = [
  portuguese,
  portuguese.with(6, "meia").with(3, "tres").with(1, "uma").with(2, "duas"),
  "zero one two three four five six seven eight nine".split(" "),
  "oh one two three four five six seven eight nine".split(" "),
];
const gaps = [" ", ", ", "-", " - ", "\n", ",\n", ". ", '", "', "/", "_", "** **"];

function spelt(number: string, words: readonly string[], gap: string): string {
  return Array.from(number, (digit) => words[Number(digit)]).join(gap);
}

const numbers = fc.oneof(
  cpfs.map((value) => ["cpf", value] as const),
  cnpjs.map((value) => ["cnpj", value] as const),
  cards.map((value) => ["card", value] as const),
);
const before = fc.constantFrom(
  "",
  "é ",
  "o número é: ",
  `${"x".repeat(23)} `,
  `${"palavra ".repeat(9)}\n`,
);

function word(digits: string): string {
  return spelt(digits, portuguese, " ");
}

test("a number whose check digits hold is found in digits as words, exactly where it is", () => {
  fc.assert(
    fc.property(
      numbers,
      fc.constantFrom(
        ...languages,
        ...languages.map((words) => words.map((one) => one.toUpperCase())),
      ),
      fc.constantFrom(...gaps),
      before,
      ([kind, number], words, gap, start) => {
        const value = spelt(number, words, gap);
        expect(found(`${start}${value}. obrigado`)).toEqual([`${kind} ${value}`]);
      },
    ),
    { numRuns: 500 },
  );
});

test("signs that are read aloud, and a second number behind a stronger sign, change nothing", () => {
  const value = `${word("529")} ponto ${word("982")} ponto ${word("247")} traço ${word("25")}`;
  expect(found(`meu CPF é ${value}`)).toEqual([`cpf ${value}`]);
  const two = [word("52998224725"), word("17004325830")];
  expect(found(two.join("\n"))).toEqual(two.map((one) => `cpf ${one}`));
  expect(found(two.join(", "))).toEqual(two.map((one) => `cpf ${one}`));
});

test.for([
  spelt("52998224724", portuguese, " "),
  spelt("5299822472", portuguese, " "),
  spelt("529982247251", portuguese, " "),
  spelt("4111111111111111", portuguese, " "),
  spelt("11984565666", portuguese, " "),
  "um dois três quatro cinco seis sete oito nove dez onze doze treze",
])("digits as words without valid check digits are no value: %s", (text) => {
  expect(found(text)).toEqual([]);
});

/** Notations of bytes; a value in them is found with its name or its signs. */
const notations: Readonly<Record<string, (bytes: readonly number[]) => string>> = {
  "hexadecimal with blanks": (bytes) => bytes.map(hexOf).join(" "),
  "hexadecimal in capitals, in lines": (bytes) =>
    bytes.map((byte) => hexOf(byte).toUpperCase()).join("\n"),
  "hexadecimal with colons": (bytes) => bytes.map(hexOf).join(":"),
  "an array of C": (bytes) => bytes.map((byte) => `0x${hexOf(byte)}`).join(", "),
  "decimal codes": (bytes) => bytes.join(","),
  "decimal codes in lines": (bytes) => bytes.join(",\n  "),
};

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

const texts = fc.oneof(
  cpfs.map((value) => ["cpf", punctuated(value)] as const),
  cnpjs.map((value) => ["cnpj", punctuated(value)] as const),
  cards
    .filter(({ length }) => length === 16)
    .map((value) => ["card", value.replaceAll(/(.{4})(?=.)/gu, "$1 ")] as const),
);

test("a value in bytes as numbers is found, exactly where it is", () => {
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(...Object.values(notations)),
      fc.constantFrom("", "cliente ", "\0\u0001", "ficha:\n"),
      before,
      ([kind, value], notation, inside, start) => {
        const row = notation([...Buffer.from(`${inside}${value} fim`)]);
        const text = `${start}[${row}]`;
        const [finding, ...others] = scanText(text);
        expect(others).toEqual([]);
        expect(finding).toMatchObject({ kind, certainty: "certain" });
        const masked = text.slice(finding?.start, finding?.end);
        expect(masked).toBe(notation([...Buffer.from(value)]));
      },
    ),
    { numRuns: 500 },
  );
});

test("a name before digits as bytes counts as before the number; without one they are no value", () => {
  const digits = [...Buffer.from("4532015112830366")];
  expect(found(`card = {${digits.join(", ")}};`)).toEqual([`card ${digits.join(", ")}`]);
  expect(found(`ages = {${digits.join(", ")}};`)).toEqual([]);
});

function dump(text: string, line: DumpLine): string {
  const bytes = [...Buffer.from(text, "latin1")];
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    lines.push(line(at, bytes.slice(at, at + 16)));
  }
  return lines.join("\n");
}

function visible(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}

type DumpLine = (at: number, bytes: readonly number[]) => string;

const dumps: Readonly<Record<string, DumpLine>> = {
  xxd: (at, bytes) => {
    const hex = bytes
      .map(hexOf)
      .join("")
      .replaceAll(/(.{4})(?=.)/gu, "$1 ");
    return `${at.toString(16).padStart(8, "0")}: ${hex.padEnd(39)}  ${visible(bytes)}`;
  },
  "hexdump -C": (at, bytes) => {
    const halves = [bytes.slice(0, 8), bytes.slice(8)].map((half) => half.map(hexOf).join(" "));
    return `${at.toString(16).padStart(8, "0")}  ${halves.join("  ").padEnd(48)}  |${visible(bytes)}|`;
  },
  "od -t x1": (at, bytes) => `${at.toString(8).padStart(7, "0")} ${bytes.map(hexOf).join(" ")}`,
  "tcpdump -X": (at, bytes) => {
    const hex = bytes
      .map(hexOf)
      .join("")
      .replaceAll(/(.{4})(?=.)/gu, "$1 ");
    return `\t0x${at.toString(16).padStart(4, "0")}:  ${hex.padEnd(39)}  ${visible(bytes)}`;
  },
};

test.for(Object.entries(dumps))(
  "a value in a dump of %s is found with its bytes as text, at any place",
  ([, line]) => {
    for (let length = 0; length < 34; length += 1) {
      const text = dump(`${"y".repeat(length)} 529.982.247-25 ${"z".repeat(40)}`, line);
      const [finding, ...others] = scanText(text);
      expect(others).toEqual([]);
      expect(finding).toMatchObject({ kind: "cpf", certainty: "certain" });
      const left = text.slice(0, finding?.start) + text.slice(finding?.end);
      expect(left).not.toMatch(/529|982|247|3532|35 32|3938|39 38|3234|32 34/u);
    }
  },
);

test.for(["12 ABC 345 01DE 35", "12 ABC 345/01DE-35"])(
  "a CNPJ with letters in groups with blanks is found: %s",
  (value) => {
    for (const text of [`CNPJ ${value}`, `${value} é o CNPJ`, `a empresa ${value}.`]) {
      expect(found(text)).toEqual([`cnpj ${value}`]);
    }
  },
);

test("capital words in such groups are at most a possible CNPJ", () => {
  expect(scanText("LOT 12 ABC 345 01DE 35")).toMatchObject([{ certainty: "possible" }]);
  expect(found("LOT 12 ABC 345 01DE 36")).toEqual([]);
  expect(found("THE AB CDE FGH IJKL 65")).toEqual([]);
});

test.for(["\0", "\uD800", "\uDC00"])(
  "a character that is none beside a sign is left out",
  (none) => {
    for (const sign of [".", "/", "-"]) {
      const value = "12.ABC.345/01DE-35";
      expect(scanText(value.replace(sign, none + sign))).toMatchObject([{ kind: "cnpj" }]);
      expect(scanText(value.replace(sign, sign + none))).toMatchObject([{ kind: "cnpj" }]);
    }
  },
);
