import { expect, test } from "vitest";

import { protectedHole } from "../../../../src/chat/protection/protectedHole.ts";
import { scanOutbound } from "../../../../src/dlp/scanOutbound.ts";

const cpf = "529.982.247-25";
const hole = { prefix: `const cpf = "${cpf}";\nconst same = "`, suffix: '";\n', snippets: [] };

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
  }
  return text;
}

async function* inPieces(text: string): AsyncGenerator<string> {
  for (const sign of text) {
    yield await Promise.resolve(sign);
  }
}

test.each(["warn", "block"] as const)("in %s a CPF before the cursor stops the request", (mode) => {
  expect(protectedHole(hole, mode, scanOutbound)).toBeUndefined();
});

test("off sends it as it is", () => {
  expect(protectedHole(hole, "off", scanOutbound)?.hole.prefix).toBe(hole.prefix);
});

test("mask sends a placeholder, and the answer has the value again", async () => {
  const safe = protectedHole(hole, "mask", scanOutbound);
  expect(safe?.hole.prefix).toBe('const cpf = "[CPF_1]";\nconst same = "');
  const answer = safe && (await joined(safe.restored(inPieces("[CPF_1] + [1]"))));
  expect(answer).toBe(`${cpf} + [1]`);
});

test("a value that the cursor stands in stops the request in every mode but off", () => {
  const cut = { prefix: 'const cpf = "529.982', suffix: '.247-25";', snippets: [] };
  expect(protectedHole(cut, "mask", scanOutbound)).toBeUndefined();
});

test("a snippet with a finding is left out, and a hub token never leaves", () => {
  const texts = {
    prefix: 'const token = "sk_hub_abcdefgh12345678";\nconst ',
    suffix: "",
    snippets: [
      { path: "a.ts", text: `const cpf = "${cpf}";` },
      { path: "b.ts", text: "const b = 1;" },
      { path: "c.ts", text: 'const token = "sk_hub_abcdefgh12345678";' },
    ],
  };
  for (const mode of ["off", "warn", "mask", "block"] as const) {
    const safe = protectedHole(texts, mode, scanOutbound);
    expect(JSON.stringify(safe?.hole ?? {})).not.toContain("sk_hub_");
    expect(safe?.hole.snippets.map(({ path }) => path) ?? ["b.ts"]).toContain("b.ts");
  }
});

test("a path says no personal data either", () => {
  const texts = {
    path: `clients/${cpf}.ts`,
    prefix: "const a = ",
    suffix: "",
    snippets: [{ path: `clients/${cpf}.go`, text: "const b = 1;" }],
  };
  expect(protectedHole(texts, "warn", scanOutbound)?.hole).toEqual({
    ...texts,
    path: "file",
    snippets: [],
  });
  expect(protectedHole(texts, "off", scanOutbound)?.hole).toEqual(texts);
});
