import { afterEach, expect, test, vi } from "vitest";

import type { LanguageModelAccess } from "../../../../src/extension/editor/settings.ts";
import { Emitter } from "../../../../src/shared/base/emitter.ts";
import { deferred } from "../../../support/deferred.ts";

const showWarningMessage = vi.hoisted(() =>
  vi.fn<(...shown: readonly unknown[]) => Promise<string | undefined>>(),
);

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  window: { showWarningMessage },
}));

const { ModelAccess } = await import("../../../../src/extension/languageModels/modelAccess.ts");

afterEach(() => {
  showWarningMessage.mockReset();
});

/** A window of the editor, over settings that several windows may share. */
function windowOver(stored: { value: LanguageModelAccess; isReadOnly?: boolean }) {
  const didChange = new Emitter<undefined>();
  const set = (value: LanguageModelAccess): Promise<void> => {
    if (stored.isReadOnly) {
      return Promise.reject(new Error("the settings file has a mistake"));
    }
    stored.value = value;
    didChange.fire(undefined);
    return Promise.resolve();
  };
  const access = new ModelAccess({
    languageModelAccess: () => stored.value,
    setLanguageModelAccess: set,
    onDidChange: (_name, listener) => didChange.event(listener),
  });
  return { access, set };
}

test("requests that arrive while the question is open share its answer, which is kept for all windows", async () => {
  const stored: { value: LanguageModelAccess } = { value: "ask" };
  const answer = deferred<string | undefined>();
  showWarningMessage.mockReturnValue(answer.promise);
  const { access } = windowOver(stored);
  const asked = [access.isAllowed(), access.isAllowed(), access.isAllowed()];
  answer.resolve("Allow");
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  expect(await access.isAllowed()).toBe(true);
  expect(await windowOver(stored).access.isAllowed()).toBe(true);
  expect(stored.value).toBe("allow");
  expect(showWarningMessage).toHaveBeenCalledTimes(1);
});

test("an answer for one window is not kept, and the next window asks again", async () => {
  const stored: { value: LanguageModelAccess } = { value: "ask" };
  showWarningMessage.mockResolvedValue("Allow in This Window");
  const { access } = windowOver(stored);
  expect([await access.isAllowed(), await access.isAllowed()]).toEqual([true, true]);
  expect(showWarningMessage).toHaveBeenCalledTimes(1);
  await windowOver(stored).access.isAllowed();
  expect(showWarningMessage).toHaveBeenCalledTimes(2);
  expect(stored.value).toBe("ask");
});

test("Enter denies and is kept; Escape denies until the window closes, without another question", async () => {
  const stored: { value: LanguageModelAccess } = { value: "ask" };
  showWarningMessage.mockResolvedValue(undefined);
  const { access } = windowOver(stored);
  expect([await access.isAllowed(), await access.isAllowed()]).toEqual([false, false]);
  expect(showWarningMessage).toHaveBeenCalledTimes(1);
  expect(stored.value).toBe("ask");

  const [, options, first] = showWarningMessage.mock.lastCall ?? [];
  expect(options).toMatchObject({ modal: true });
  showWarningMessage.mockResolvedValue(String(first));
  expect(await windowOver(stored).access.isAllowed()).toBe(false);
  expect(stored.value).toBe("deny");
  expect(await windowOver(stored).access.isAllowed()).toBe(false);
  expect(showWarningMessage).toHaveBeenCalledTimes(2);
});

test("the setting revokes an answer at once", async () => {
  const stored: { value: LanguageModelAccess } = { value: "ask" };
  showWarningMessage.mockResolvedValue("Allow in This Window");
  const { access, set } = windowOver(stored);
  expect(await access.isAllowed()).toBe(true);
  await set("deny");
  expect(await access.isAllowed()).toBe(false);
  await set("ask");
  showWarningMessage.mockResolvedValue(undefined);
  expect(await access.isAllowed()).toBe(false);
});

test("an answer that the settings cannot keep holds for this window", async () => {
  const stored: { value: LanguageModelAccess; isReadOnly: boolean } = {
    value: "ask",
    isReadOnly: true,
  };
  showWarningMessage.mockResolvedValue("Allow");
  const { access } = windowOver(stored);
  expect([await access.isAllowed(), await access.isAllowed()]).toEqual([true, true]);
  expect(showWarningMessage).toHaveBeenCalledTimes(1);
});
