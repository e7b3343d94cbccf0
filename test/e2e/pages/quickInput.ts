import type { Locator, Page } from "playwright-core";

import { isSoonVisible } from "./visibility.ts";

/** The editor's field at the top: palette, lists to pick from, and questions. */
export class QuickInput {
  readonly field: Locator;
  readonly widget: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator(".quick-input-widget:visible");
    this.field = this.widget.locator("input.input");
  }

  /** Presses its key until it stands: a view that takes the focus just then closes it again. */
  async open(key: string): Promise<void> {
    do {
      await this.#page.keyboard.press(key);
    } while (!(await isSoonVisible(this.field)));
  }

  async fill(text: string): Promise<void> {
    await this.field.waitFor();
    await this.field.fill(text);
  }

  /** Chooses the first row that contains the text. */
  async pick(text: string): Promise<void> {
    await this.widget.locator(".monaco-list-row").filter({ hasText: text }).first().click();
  }

  /** Presses Enter. */
  async accept(): Promise<void> {
    await this.field.press("Enter");
  }

  async cancel(): Promise<void> {
    await this.field.press("Escape");
  }
}
