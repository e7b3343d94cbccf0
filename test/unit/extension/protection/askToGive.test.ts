import { beforeEach, expect, test, vi } from "vitest";

const showWarningMessage = vi.hoisted(() =>
  vi.fn<(...shown: readonly unknown[]) => Promise<string | undefined>>(),
);
const openExternal = vi.hoisted(() => vi.fn());

vi.mock("vscode", () => ({
  l10n: {
    t: (text: string, ...values: readonly string[]) =>
      text.replaceAll(/\{(\d)\}/gu, (_, at: string) => values[Number(at)] ?? ""),
  },
  env: { language: "en", openExternal },
  window: { showWarningMessage },
  Uri: { parse: (text: string) => text },
}));

const { askToGive } = await import("../../../../src/extension/protection/askToGive.ts");
const { openLink } = await import("../../../../src/extension/editor/openLink.ts");

const cpf = "529.982.247-25";

beforeEach(() => {
  showWarningMessage.mockReset();
  openExternal.mockReset().mockResolvedValue(true);
});

test("a tool of ours gets real values but secrets without a question, another all of them after it", async () => {
  const mayGive = askToGive((tool) => tool === "ours");
  const values = [["cpf", cpf]] as const;
  await expect(mayGive({ tool: "ours", values })).resolves.toBe("withoutSecrets");
  expect(showWarningMessage).not.toHaveBeenCalled();

  showWarningMessage.mockResolvedValue(undefined);
  await expect(mayGive({ tool: "theirs", values })).resolves.toBe("none");
  showWarningMessage.mockResolvedValue("Keep Placeholders");
  await expect(mayGive({ tool: "theirs", values })).resolves.toBe("none");
  showWarningMessage.mockResolvedValue("Give Real Values");
  await expect(mayGive({ tool: "theirs", values })).resolves.toBe("all");
  const shown = JSON.stringify(showWarningMessage.mock.lastCall);
  expect(shown).toMatch(/theirs.*1\u00a0×\u00a0CPF.*"Keep Placeholders","Give Real Values"\]$/u);

  await expect(mayGive({ tool: "theirs", values })).resolves.toBe("all");
  expect(showWarningMessage).toHaveBeenCalledTimes(3);
  showWarningMessage.mockResolvedValue(undefined);
  await expect(mayGive({ tool: "theirs", values: [["cpf", "111.444.777-35"]] })).resolves.toBe(
    "none",
  );
  await expect(mayGive({ tool: "another", values })).resolves.toBe("none");
});

test.for([
  `https://evil.test/?v=${cpf}`,
  "https://evil.test/?v=529%2E982%2E247%2D25",
  "https://evil.test/?v=%2535%2532%2539%252E982.247-25",
  "https://evil.test/?cpf=52998224725",
  "https://evil.test/529.982.247-25/x",
  `https://evil.test/#${btoa(`cpf ${cpf} of a person`)}`,
  "https://evil.test/?who=maria.souza%40acme.com.br",
  `mailto:someone@evil.test?body=${cpf}`,
])(
  "an address that takes data along is asked about, and the first button opens nothing: %s",
  async (href) => {
    showWarningMessage.mockResolvedValue("Do Not Open");
    await expect(openLink(href)).resolves.toEqual({ ok: false, reason: "refused" });
    expect(openExternal).not.toHaveBeenCalled();
    expect(JSON.stringify(showWarningMessage.mock.lastCall)).toMatch(
      /(?:CPF|e-mail address) to .*evil\.test\. Open it.*"Do Not Open","Open"\]$/u,
    );

    showWarningMessage.mockResolvedValue("Open");
    await expect(openLink(href)).resolves.toEqual({ ok: true });
  },
);

test.for(["https://good.test/a?b=c", "https://good.test/100%zz"])(
  "a plain address opens without a question: %s",
  async (href) => {
    await expect(openLink(href)).resolves.toEqual({ ok: true });
    expect(showWarningMessage).not.toHaveBeenCalled();
  },
);
