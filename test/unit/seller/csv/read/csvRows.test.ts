import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { CsvParser } from "../../../../../src/seller/csv/read/csvParser.ts";
import { csvRows } from "../../../../../src/seller/csv/read/csvRows.ts";
import { csvLine } from "../../../../../src/seller/csv/read/csvWriter.ts";
import { detectEncoding } from "../../../../../src/seller/csv/read/decoder.ts";
import { type CsvFormat, detectFormat } from "../../../../../src/seller/csv/read/dialect.ts";
import { bytesOf, pieces, rowsOf } from "../files.ts";

const format: CsvFormat = { encoding: "utf-8", delimiter: ";", decimal: "," };

function parse(text: string, delimiter = ";"): unknown {
  const parser = new CsvParser(delimiter);
  return [...parser.push(text), ...parser.end()];
}

describe("rows", () => {
  test("quotes, doubled quotes and line ends within cells; lines are counted as an editor does", () => {
    expect(parse('a;"b ""x""";c\r\n\r\n"d\ne";;f\r"g;h";i;j')).toEqual([
      { line: 1, cells: ["a", 'b "x"', "c"], isBroken: false },
      { line: 3, cells: ["d\ne", "", "f"], isBroken: false },
      { line: 5, cells: ["g;h", "i", "j"], isBroken: false },
    ]);
  });

  test("lines of empty cells are no rows, but count as lines", () => {
    expect(parse("a;b\n;\n ; \n\n1;2")).toEqual([
      { line: 1, cells: ["a", "b"], isBroken: false },
      { line: 5, cells: ["1", "2"], isBroken: false },
    ]);
  });

  test("a delimiter at the end leaves an empty cell", () => {
    expect(parse("a;b;\n")).toEqual([{ line: 1, cells: ["a", "b", ""], isBroken: false }]);
  });

  test("an unclosed quote breaks its own line only", () => {
    const text = `a;"b\nc;d\n${"e;f\n".repeat(3)}`;
    expect(parse(text)).toEqual([
      { line: 1, cells: ["a", '"b'], isBroken: true },
      { line: 2, cells: ["c", "d"], isBroken: false },
      ...[3, 4, 5].map((line) => ({ line, cells: ["e", "f"], isBroken: false })),
    ]);
  });

  test("a quote that the next line's would close does not join the two", () => {
    expect(parse('1;"abc\n2;"def"\n3;"x"y\n4;z\n')).toEqual([
      { line: 1, cells: ["1", '"abc'], isBroken: true },
      { line: 2, cells: ["2", "def"], isBroken: false },
      { line: 3, cells: ["3", '"x"y'], isBroken: true },
      { line: 4, cells: ["4", "z"], isBroken: false },
    ]);
  });

  test("whatever the text, its pieces give the rows of the whole", () => {
    const text = fc.array(fc.constantFrom("a", " ", ";", '"', "\n", "\r", "\r\n"), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (characters, size) => {
        const whole = characters.join("");
        const parser = new CsvParser(";");
        const rows = [];
        for (let start = 0; start < whole.length; start += size) {
          rows.push(...parser.push(whole.slice(start, start + size)));
        }
        expect([...rows, ...parser.end()]).toEqual(parse(whole));
      }),
      { numRuns: 5000 },
    );
  });

  test("a line without an end is cut, not kept", () => {
    const parser = new CsvParser(";");
    const rows = Array.from({ length: 10 }, () => parser.push("x".repeat(100_000))).flat();
    expect(rows.map(({ isBroken }) => isBroken)).toEqual([true, true, true]);
  });

  test("an unclosed quote in a huge file does not swallow the rest", () => {
    const parser = new CsvParser(";");
    const rest = "c;d\n".repeat(100_000);
    const rows = [...parser.push('a;"b\n'), ...parser.push(rest), ...parser.end()];
    expect(rows.length).toBe(100_001);
    expect(rows.filter(({ isBroken }) => isBroken).map(({ line }) => line)).toEqual([1]);
  });

  test("whatever is written is read again, however its bytes arrive", async () => {
    const cell = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\uFEFF", ""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .array(cell, { minLength: 2, maxLength: 4 })
            .filter((cells) => cells.some((text) => text.trim() !== "")),
          { minLength: 1, maxLength: 8 },
        ),
        fc.constantFrom(";", ",", "\t", "|"),
        fc.integer({ min: 1, max: 50 }),
        async (rows, delimiter, size) => {
          fc.pre(!rows[0]?.[0]?.startsWith("sep="));
          const text = rows.map((cells) => csvLine(cells, delimiter)).join("");
          const read = await rowsOf(csvRows(pieces(bytesOf(text), size), { ...format, delimiter }));
          expect(read.map(({ cells }) => cells)).toEqual(rows);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("encodings", () => {
  const text = "código;descrição\n1;Açúcar – união\n";
  const latin = Buffer.from(text.replace("–", "\u0096"), "latin1");
  const utf16 = Buffer.from(text, "utf16le");

  test.each([
    ["utf-8", bytesOf(text)],
    ["utf-8", bytesOf(`\uFEFF${text}`)],
    ["windows-1252", latin],
    ["utf-16le", utf16],
    ["utf-16le", Uint8Array.from([0xff, 0xfe, ...utf16])],
    ["utf-16be", Uint8Array.from([0xfe, 0xff])],
  ] as const)("%s is recognised", (encoding, bytes) => {
    expect(detectEncoding(bytes)).toBe(encoding);
  });

  const capitals = "CÓDIGO;DESCRIÇÃO\n1;PÃO FRANCÊS\n2;AÇÚCAR E CAFÉ\n3;ÓLEO DE GERGELIM\n";
  const written: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    ibm850: {
      ó: 0xa2,
      ç: 0x87,
      ã: 0xc6,
      ú: 0xa3,
      Ó: 0xe0,
      Ç: 0x80,
      Ã: 0xc7,
      Ê: 0xd2,
      Ú: 0xe9,
      É: 0x90,
    },
    macintosh: {
      ó: 0x97,
      ç: 0x8d,
      ã: 0x8b,
      ú: 0x9c,
      Ó: 0xee,
      Ç: 0x82,
      Ã: 0xcc,
      Ê: 0xe6,
      Ú: 0xf2,
      É: 0x83,
    },
  };

  test.each([
    ["ibm850", text.replace("–", "-")],
    ["ibm850", capitals],
    ["macintosh", text.replace("–", "-")],
    ["macintosh", capitals],
  ])("a file in %s is read with its accents: %s", async (encoding, source) => {
    const bytes = Uint8Array.from(
      source,
      (char) => written[encoding]?.[char] ?? char.charCodeAt(0),
    );
    const rows = await rowsOf(csvRows(pieces(bytes, 1), detectFormat(bytes)));
    expect(detectEncoding(bytes)).toBe(encoding);
    expect(rows.map(({ cells }) => `${cells.join(";")}\n`).join("")).toBe(source);
  });

  test.each([
    "código;descrição\n1;Açúcar união\n",
    capitals,
    "sku;name\n1;John’s tea\n2;Anna’s tea\n3;Tom’s tea – 10–20 g\n",
    "sku;nombre\n1;Piña año niño\n2;¡Oferta! pingüino\n",
    "sku;Name\n1;Größe Übergröße Fußmatte\n",
    "sku;nome\n1;Café\n",
    "sku;nome\n1;Nº 5 10° 3½ m² R$ 1 “novo” 50€ ™ ®\n",
  ])("a file in Windows-1252 stays one: %s", (source) => {
    const odd: Readonly<Record<string, number>> = {
      "’": 0x92,
      "–": 0x96,
      "“": 0x93,
      "”": 0x94,
      "€": 0x80,
      "™": 0x99,
    };
    const bytes = Uint8Array.from(source, (char) => odd[char] ?? char.charCodeAt(0));
    expect(detectEncoding(bytes)).toBe("windows-1252");
  });

  test("a sample that ends within a character is still UTF-8", () => {
    expect(detectEncoding(bytesOf("Açúcar 🍺").subarray(0, -2))).toBe("utf-8");
  });

  test.each([
    ["UTF-8 with a mark", bytesOf(`\uFEFF${text}`)],
    ["Windows-1252", latin],
    ["UTF-16", utf16],
  ])("%s is read the same, byte by byte", async (_, bytes) => {
    const rows = await rowsOf(csvRows(pieces(bytes, 1), detectFormat(bytes)));
    expect(rows).toEqual([
      { line: 1, cells: ["código", "descrição"], isBroken: false, isOddlyEncoded: false },
      { line: 2, cells: ["1", "Açúcar – união"], isBroken: false, isOddlyEncoded: false },
    ]);
  });

  test("lines of another encoding within UTF-8 are read and named", async () => {
    const bytes = Uint8Array.from([
      ...bytesOf("a;b\n1;maçã\n"),
      ...Buffer.from("2;maçã\n", "latin1"),
      ...bytesOf('3;maçã\n4;"ma'),
      ...Buffer.from("çã\nverde", "latin1"),
      ...bytesOf('"\n5;maçã\n'),
    ]);
    const rows = await rowsOf(csvRows(pieces(bytes, 7), format));
    expect(rows.map(({ cells, isOddlyEncoded }) => [cells[1], isOddlyEncoded])).toEqual([
      ["b", false],
      ["maçã", false],
      ["maçã", true],
      ["maçã", false],
      ["maçã\nverde", true],
      ["maçã", false],
    ]);
  });
});

describe("how a file is written", () => {
  test.each([
    ["a;Valor;c\n1;2,5;x\n", ";", ","],
    ["a,price,c\n1,2.5,x\n", ",", "."],
    ["a\tPreço\tc\n1\t2,5\tx\n", "\t", ","],
    ["a|Saldo\n1|2.5\n", "|", "."],
    ['Peso,b\n"1,5","x;y;z"\n"2,5","x;y"\n', ",", ","],
    ["a;Custo\n1;2.50\n", ";", "."],
    ["a;Saldo\n1;0.000\n", ";", "."],
    ["a;Saldo\n1;1.234.567\n", ";", ","],
    ["a;Saldo\n1;2\n", ";", "unproven"],
    ["a\tSaldo\n1\t1.000\n2\t20.000\n", "\t", "unproven"],
    ["a,Saldo\n1,1.000\n", ",", "unproven"],
    ["a;Saldo\n1;1,000\n", ";", "unproven"],
    ["Classe;Saldo\n1.1;1.000\n", ";", "unproven"],
    ["Preço;Saldo\n1.5;2,5\n", ";", "unproven"],
    ["sep=|\na|b,c,d\n", "|", "unproven"],
    ["only\none\ncolumn\n", ";", "unproven"],
    ["", ";", "unproven"],
  ] as const)("%j is parted by %j with decimal %j", (text, delimiter, decimal) => {
    expect(detectFormat(bytesOf(text))).toEqual({ encoding: "utf-8", delimiter, decimal });
  });

  test("Excel's sep= line is no row", async () => {
    const rows = await rowsOf(csvRows(pieces(bytesOf("sep=;\r\na;b\r\n1;2\r\n"), 3), format));
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, "a", "b"],
      [3, "1", "2"],
    ]);
  });
});
