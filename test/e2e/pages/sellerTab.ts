import type { Locator, Page } from "playwright-core";

import { tabFrame } from "./tabFrame.ts";

/** The seller portal's page in its editor tab, found by its roles and names in English. */
export class SellerTab {
  readonly main: Locator;

  constructor(page: Page) {
    this.main = tabFrame(page).getByRole("main", { name: "Seller portal" });
  }

  get grid(): Locator {
    return this.main.getByRole("grid");
  }

  /** A row of the list, counted from 0. */
  row(index: number): Locator {
    return this.main.locator(`#row-${index}`);
  }

  get outcome(): Locator {
    return this.main.locator("[data-outcome]");
  }

  /** A field of the open form, by its name at the portal. */
  input(name: string): Locator {
    return this.main.locator(`[id="field-${name}"]`);
  }

  /** The button that sends the write under review. */
  get writeButton(): Locator {
    return this.main.locator(".plan > .buttons > .button:not(.quiet)");
  }

  button(name: string | RegExp): Locator {
    return this.main.getByRole("button", { name });
  }

  field(name: string | RegExp): Locator {
    return this.main.getByLabel(name);
  }

  /** Opens a place by the name of its tab. */
  async open(place: string): Promise<void> {
    await this.main.getByRole("tab", { name: place, exact: true }).click();
    await this.main.getByRole("tab", { name: place, exact: true, selected: true }).waitFor();
  }
}
