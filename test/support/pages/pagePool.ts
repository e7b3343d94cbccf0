import { isDeepStrictEqual } from "node:util";

import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from "playwright-core";

import { browserArgs, findPageBrowser } from "../../../scripts/browser.ts";

/** What a test needs of its page, besides the address. */
export interface PageNeeds {
  readonly context: BrowserContextOptions;
  readonly width: number;
  readonly height: number;
  /** The page's time, which then stands still. */
  readonly now?: Date;
  /** Scrollbars are drawn and take room, as in the editor. */
  readonly showsScrollbars?: boolean;
  /** No other test uses the page: for what `reset` does not undo, such as a clock that the test installs. */
  readonly isOwn?: boolean;
  /** Errors of the page's console that are no problem. */
  readonly expectedErrors?: RegExp;
}

/** A page while one test uses it. */
export interface TakenPage {
  readonly page: Page;
  /** Violations of the Content-Security-Policy, and uncaught errors. */
  readonly problems: string[];
  /** Addresses that the page requested outside its own origin. */
  readonly foreignRequests: string[];
  /** Opens the address; `script` runs in its documents before the page's own scripts, also after a reload. */
  show(url: string, script: string): Promise<void>;
  /** Runs when the test is over. */
  onEnd(work: () => unknown): void;
}

interface Used {
  readonly page: Page;
  readonly needs: PageNeeds;
  readonly scripts: AsyncDisposable[];
  readonly ends: (() => unknown)[];
}

/** The most pages that wait for another test. */
const maxIdle = 4;

/**
 * Pages of one browser for all tests of a worker. A test gets the page of an earlier test with a new document: same
 * process, same cached files, empty storage, which costs a third (headless shell) to a sixth (whole Chromium) of a new
 * context with a new page.
 */
export class PagePool {
  readonly #browsers = new Map<boolean, Promise<Browser>>();
  readonly #idle: Pick<Used, "page" | "needs">[] = [];
  readonly #used: Used[] = [];
  #visits = 0;

  /** Number of pages that tests use now; what was taken since is given back by `giveBack(count)`. */
  get count(): number {
    return this.#used.length;
  }

  async take(needs: PageNeeds): Promise<TakenPage> {
    const page = await this.#pageFor(needs);
    const used: Used = { page, needs, scripts: [], ends: [] };
    this.#used.push(used);
    const problems: string[] = [];
    const foreignRequests: string[] = [];
    const site = { origin: "" };
    listen(page, needs, { problems, foreignRequests, site });
    return {
      page,
      problems,
      foreignRequests,
      show: async (url, script) => {
        site.origin = new URL(url).origin;
        const content = `${this.#freshStorage()}\n${reportViolations}\n${script}`;
        used.scripts.push(await page.addInitScript({ content }));
        await page.goto(url);
      },
      onEnd: (work) => used.ends.push(work),
    };
  }

  /** Gives back all pages but the first `count` that were taken; those of a failed test are closed. */
  async giveBack(count: number, isFailed = false): Promise<void> {
    await Promise.all(this.#used.splice(count).map((used) => this.#end(used, isFailed)));
    await Promise.all(this.#idle.splice(maxIdle).map(({ page }) => page.context().close()));
  }

  async close(): Promise<void> {
    const browsers = await Promise.all(this.#browsers.values());
    await Promise.all(browsers.map((browser) => browser.close()));
  }

  async #end({ page, needs, scripts, ends }: Used, isFailed: boolean): Promise<void> {
    const isKept = !isFailed && needs.isOwn !== true && !page.isClosed();
    if (isKept) {
      await reset(page);
      await Promise.all(scripts.map((script) => script[Symbol.asyncDispose]()));
      this.#idle.unshift({ page, needs });
    } else {
      await page.context().close();
    }
    await Promise.all(ends.map((work) => work()));
  }

  async #pageFor(needs: PageNeeds): Promise<Page> {
    const { context, width, height, now } = needs;
    const at = needs.isOwn === true ? -1 : this.#idle.findIndex((idle) => fits(idle.needs, needs));
    const [idle] = at === -1 ? [] : this.#idle.splice(at, 1);
    if (idle) {
      const { colorScheme = null, forcedColors = null, reducedMotion = null } = context;
      await idle.page.setViewportSize({ width, height });
      await idle.page.emulateMedia({ colorScheme, forcedColors, reducedMotion });
      return idle.page;
    }
    const browser = await this.#browser(needs.showsScrollbars === true);
    const opened = await browser.newContext({ ...context, viewport: { width, height } });
    const page = await opened.newPage();
    if (now) {
      await page.clock.setFixedTime(now);
    }
    return page;
  }

  #browser(showsScrollbars: boolean): Promise<Browser> {
    let browser = this.#browsers.get(showsScrollbars);
    if (!browser) {
      browser = launch(showsScrollbars);
      this.#browsers.set(showsScrollbars, browser);
    }
    return browser;
  }

  /** Empties the storage in the first document of a visit, and keeps it when that is loaded again. */
  #freshStorage(): string {
    this.#visits += 1;
    return `if (window.name !== "visit-${this.#visits}") {
  window.name = "visit-${this.#visits}";
  sessionStorage.clear();
  localStorage.clear();
}`;
  }
}

interface Heard extends Pick<TakenPage, "problems" | "foreignRequests"> {
  readonly site: { readonly origin: string };
}

function listen(page: Page, needs: PageNeeds, { problems, foreignRequests, site }: Heard): void {
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && needs.expectedErrors?.test(message.text()) !== true) {
      problems.push(message.text());
    }
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${site.origin}/`)) {
      foreignRequests.push(request.url());
    }
  });
  // Until then the document of the test before can report.
  const forget = (frame: Frame): void => {
    if (frame === page.mainFrame()) {
      problems.length = 0;
      foreignRequests.length = 0;
      page.off("framenavigated", forget);
    }
  };
  page.on("framenavigated", forget);
}

/** Undoes what tests do to a page and a new document does not undo. */
async function reset(page: Page): Promise<void> {
  const context = page.context();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const others = context.pages().filter((one) => one !== page);
  await Promise.all([context.clearCookies(), ...others.map((other) => other.close())]);
}

const reportViolations = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("policy: " + event.violatedDirective + " " + event.blockedURI));`;

function launch(showsScrollbars: boolean): Promise<Browser> {
  const executablePath = findPageBrowser();
  if (executablePath === undefined) {
    throw new Error("No browser of the Chromium family was found");
  }
  return chromium.launch({
    executablePath,
    args: [...browserArgs],
    ignoreDefaultArgs: showsScrollbars ? ["--hide-scrollbars"] : [],
  });
}

function fits(one: PageNeeds, other: PageNeeds): boolean {
  return (
    one.showsScrollbars === other.showsScrollbars &&
    one.now?.getTime() === other.now?.getTime() &&
    isDeepStrictEqual(one.context, other.context)
  );
}
