import type { Locator, Page } from "playwright-core";

import { isDone, isSoonHidden, isSoonVisible, settleMs } from "./visibility.ts";

/** How long a list may take to close after a choice: far longer than it does, because a choice must not be made twice. */
const leftMs = 10_000;

/** The editor's input field at the top: command palette, lists and questions. */
export class QuickInput {
  readonly field: Locator;
  readonly widget: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator(".quick-input-widget:visible");
    this.field = this.widget.locator("input.input");
  }

  /**
   * Opens the field by its key and types this text. A view that takes the focus meanwhile closes
   * the field; it is then opened again, as a person would do.
   */
  async ask(key: string, text: string): Promise<void> {
    await this.#untilDone(() => this.#begin(key, text));
  }

  /**
   * Opens the field by its key, types this text, and chooses the first row that contains `row`, once
   * there is one. A list that is drawn anew just then takes no click; it is then opened again.
   */
  async choose(key: string, text: string, row: string): Promise<void> {
    await this.#untilDone(async () => {
      await this.#begin(key, text);
      // The editor takes no click into a list that opened under a pointer that rests.
      await this.#page.mouse.move(0, 0);
      await this.#row(row).click({ timeout: settleMs });
      await this.#left(text);
    });
  }

  /**
   * Opens the field by its key, types this text and confirms it. A field that finds nothing to act on, as no file is shown
   * yet, stays open; it is then tried again.
   */
  async confirm(key: string, text: string): Promise<void> {
    await this.#untilDone(async () => {
      await this.#begin(key, text);
      await this.field.press("Enter", { timeout: settleMs });
      await this.widget.waitFor({ state: "hidden", timeout: settleMs });
    });
  }

  async fill(text: string): Promise<void> {
    await this.field.waitFor();
    await this.field.fill(text);
  }

  /**
   * Chooses the first row that contains the text, and waits until it is gone. A list that is drawn anew just then takes
   * no click; the row is then chosen again.
   */
  async pick(text: string): Promise<void> {
    const row = this.#row(text);
    do {
      // The editor takes no click into a list that opened under a pointer that rests.
      await this.#page.mouse.move(0, 0);
      await row.waitFor();
    } while (!(await this.#isPicked(row)));
  }

  /** Ticks the first row that contains the text, in a list with several choices. */
  async tick(text: string): Promise<void> {
    const row = this.#row(text);
    const ticked = row.and(this.widget.locator("[aria-checked='true']"));
    do {
      await row.click();
    } while (!(await isSoonVisible(ticked)));
  }

  /**
   * Types a path into the editor's own file dialog. The dialog fills its list late and then resets
   * the field; the path is then typed again.
   */
  async enterPath(path: string): Promise<void> {
    await this.field.waitFor();
    await this.widget.locator(".monaco-list-row").first().waitFor();
    do {
      await this.field.fill(path);
      await this.field.press("Enter");
    } while (!(await isSoonHidden(this.widget)));
  }

  async accept(): Promise<void> {
    await this.field.press("Enter");
  }

  async cancel(): Promise<void> {
    await this.field.press("Escape");
  }

  /** Clicks a row; false if the same list still has it afterwards. */
  async #isPicked(row: Locator): Promise<boolean> {
    const title = await this.widget.locator(".quick-input-title").innerText();
    const rowText = await row.innerText();
    await row.click();
    return isDone(
      this.#page.waitForFunction(
        (picked) => {
          const widget = document.querySelector<HTMLElement>(".quick-input-widget");
          const rows = [...(widget?.querySelectorAll<HTMLElement>(".monaco-list-row") ?? [])];
          return (
            widget?.checkVisibility() !== true ||
            widget.querySelector<HTMLElement>(".quick-input-title")?.innerText !== picked.title ||
            !rows.some(({ innerText }) => innerText === picked.rowText)
          );
        },
        { title, rowText },
        { timeout: leftMs },
      ),
    );
  }

  #row(text: string): Locator {
    return this.widget.locator(".monaco-list-row").filter({ hasText: text }).first();
  }

  /**
   * Opens the field and types. What an input that closes just then still had of the focus would go to the editor behind it, the
   * text with it: so nothing may be open before.
   */
  async #begin(key: string, text: string): Promise<void> {
    await isSoonHidden(this.widget);
    await this.#page.keyboard.press(key);
    await this.field.fill(text, { timeout: settleMs });
  }

  /** Waits until this text stands there no more: what the choice opens next takes the place of the list that it was in. */
  async #left(text: string): Promise<void> {
    await this.#page.waitForFunction(
      (typed) => {
        const input = document.querySelector<HTMLInputElement>(".quick-input-widget input.input");
        return input?.checkVisibility() !== true || input.value !== typed;
      },
      text,
      { timeout: leftMs },
    );
  }

  /** Acts again, from the start, for as long as the field closes meanwhile or does nothing. */
  async #untilDone(act: () => Promise<void>): Promise<void> {
    while (!(await this.#tryTo(act))) {
      // It is closed now.
    }
  }

  async #tryTo(act: () => Promise<void>): Promise<boolean> {
    if (await isDone(act())) {
      return true;
    }
    await this.#close();
    return false;
  }

  /**
   * An open palette keeps the commands that it had when it was opened, and its key does not open it
   * again: a command that became available meanwhile is only seen after closing it.
   */
  async #close(): Promise<void> {
    if (await this.widget.isVisible()) {
      await this.#page.keyboard.press("Escape");
      await isSoonHidden(this.widget);
    }
  }
}
