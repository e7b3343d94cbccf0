import { describe, expect, test } from "vitest";

import type { Failure, FailureKind } from "../../../src/shared/failures/failure.ts";
import { failureKindSchema } from "../../../src/shared/failures/failure.ts";
import { describeFailure } from "../../../src/shared/failures/failureWords.ts";
import { model } from "../../support/fakeHost/builders.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { assistant, button, failed, openConversation, withAnswer } from "./conversationPage.ts";

const open = (options: OpenOptions) => openConversation(options);

describe("a failure", () => {
  test.each(["en", "pt-br"] as const)("of every kind is a sentence in %s", async (locale) => {
    const { page, host } = await open({ ...failed("unknown"), locale });
    for (const kind of failureKindSchema.options) {
      await host.show(failed(kind).snapshot);
      await page.locator(`article[data-kind="${kind}"]`).waitFor();
      const { headline, nextStep } = describeFailure({ kind }, locale);
      await expect
        .poll(() => page.getByRole("alert").textContent())
        .toBe(`${headline} ${nextStep}`);
    }
  });

  test.each<readonly [FailureKind, string, string]>([
    ["auth_invalid", "Update token", "setToken"],
    ["dns", "Change address", "changeAddress"],
    ["tls", "Diagnose…", "diagnose"],
    ["context_too_long", "New chat", "newChat"],
  ])("of kind %s leads to %s", async (kind, name, method) => {
    const { page, host } = await open(withAnswer({ state: "failed", failure: { kind } }, ""));
    await assistant(page).getByRole("button", { name, exact: true }).click();
    await expect.poll(() => host.calls(method as "setToken")).toEqual([{}]);
  });

  test("of the model leads to the model picker", async () => {
    const { page } = await open({
      ...withAnswer({ state: "failed", failure: { kind: "model_not_found" } }, ""),
      models: [model("gpt-x-large")],
    });
    await button(page, "Choose model").click();
    await page.getByRole("listbox", { name: "Models" }).waitFor();
  });

  test("for sensitive data leads to the message", async () => {
    const { page } = await open(
      withAnswer({ parentId: "m1", state: "failed", failure: { kind: "dlp_request" } }, ""),
    );
    await assistant(page).getByRole("button", { name: "Edit message" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Edit message" }).inputValue())
      .toBe("Question");
  });

  const failure: Failure = {
    kind: "upstream_error",
    httpStatus: 502,
    hubCode: "bad_gateway",
    requestId: "req_8Zk2",
    raw: "<img src=x onerror=alert(1)> [click](command:evil)",
  };

  test("quotes the server where only the status told the kind", async () => {
    const general = { ...failure, kind: "bad_request", httpStatus: 400, isGeneral: true } as const;
    const { page } = await open(withAnswer({ state: "failed", failure: general }, ""));
    await page.getByText(`The hub says: “${failure.raw}”`).waitFor();
    await expect.poll(() => page.getByRole("alert").textContent()).not.toContain("command:");
  });

  test("shows the server's own words as plain text, in its details only, and copies them", async () => {
    const { page, host } = await open(withAnswer({ state: "failed", failure }, ""));
    await expect.poll(() => page.getByRole("alert").textContent()).not.toContain("command:");
    await page.getByText("Details", { exact: true }).click();
    await page.getByText("<img src=x onerror=alert(1)> [click](command:evil)").waitFor();
    await page.getByText("req_8Zk2").waitFor();
    await button(page, "Copy details").click();
    await expect
      .poll(() => host.calls("copyText"))
      .toEqual([
        {
          text: `Kind: upstream_error\nStatus: 502\nCode: bad_gateway\nRequest ID: req_8Zk2\nThe server's own words: ${failure.raw}`,
        },
      ]);
  });

  test("that passes with time counts down and can then be tried again", async () => {
    const { page, host } = await open(failed("rate_limited", { retryAt: Date.now() + 300_000 }));
    const countdown = page.getByText(/You can try again in (?:\d+\smin\s)?\d+\ss\./u);
    const first = await countdown.textContent();
    await expect.poll(() => button(page, "Try again").isDisabled()).toBe(true);
    await expect.poll(() => countdown.textContent()).not.toBe(first);
    await host.show(failed("rate_limited", { retryAt: Date.now() - 1 }).snapshot);
    await expect.poll(() => button(page, "Try again").isEnabled()).toBe(true);
    expect(await countdown.count()).toBe(0);
  });

  test("that ended nothing is a notice beside the text", async () => {
    const { page } = await open(
      withAnswer({ notices: [{ kind: "dlp_alert", dlpFindings: [{ type: "cpf", count: 2 }] }] }),
    );
    const notice = page.getByText("The hub noticed sensitive data in this conversation: 2 × CPF.");
    // The count is never parted from its name by the end of a line.
    await expect.poll(() => notice.textContent()).toContain("2\u00a0×\u00a0CPF");
    await expect.poll(() => assistant(page).getAttribute("data-state")).toBe("complete");
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test.each(["en", "pt-br"] as const)(
    "has e-mail on one line in a window of any width, and it is copied as it is written, in %s",
    async (locale) => {
      const dlpFindings = [{ type: "email", count: 2 }];
      const { page } = await open({
        ...failed("dlp_request", { dlpFindings }),
        locale,
        width: 280,
      });
      const alert = page.getByRole("alert").filter({ hasText: /2\u00a0×\u00a0e-mail/u });
      expect(await alert.evaluate(widthsThatBreak, "e-mail")).toEqual([]);
      const selected = await alert.evaluate((paragraph) => {
        getSelection()?.selectAllChildren(paragraph);
        return String(getSelection());
      });
      expect(selected).toContain("2\u00a0×\u00a0e-mail");
    },
  );
});

/** The widths of a paragraph, in pixels, at which the word in it stands on two lines. */
function widthsThatBreak(paragraph: HTMLElement | SVGElement, word: string): readonly number[] {
  const path = `.//text()[contains(., "${word}")]`;
  const found = document.evaluate(path, paragraph, null, XPathResult.ANY_UNORDERED_NODE_TYPE);
  const text = found.singleNodeValue;
  const start = text?.textContent?.indexOf(word) ?? -1;
  if (!text || start < 0) {
    throw new Error(`The word is not there: ${word}`);
  }
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, start + word.length);
  return Array.from({ length: 200 }, (_, index) => 100 + index).filter((width) => {
    paragraph.style.width = `${width}px`;
    return range.getClientRects().length > 1;
  });
}
