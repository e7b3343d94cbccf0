import type { Page } from "playwright-core";

import { takePage } from "../../support/pages/pages.ts";
import { now } from "./auditEntries.ts";
import { adminToken, password } from "./fakeAnswers.ts";
import type { FakeHub } from "./fakeHub.ts";

/** How the console is looked at. */
export interface Look {
  readonly locale: "en-US" | "pt-BR";
  readonly scheme: "light" | "dark";
  /** Whether the person's own colours replace the page's. */
  readonly isForced: boolean;
  /** In pixels. */
  readonly width: number;
}

export interface OpenOptions extends Partial<Look> {
  readonly hub: FakeHub;
  /** What follows `base`. */
  readonly path?: string;
  /** `/hub/console` without it. */
  readonly base?: string;
  readonly height?: number;
  /** The test changes its page in a way that the next one would notice, such as another clock. */
  readonly isOwn?: boolean;
  /** Who is signed in before the page opens; nobody without it. */
  readonly as?: "admin" | "user";
}

export interface OpenConsole {
  readonly page: Page;
  /** Reports of the Content-Security-Policy, and errors that nobody caught. */
  readonly problems: string[];
}

/** The built console, on the clock of the organisation. */
export async function openConsole(options: OpenOptions): Promise<OpenConsole> {
  const { hub, base = "/hub/console", path = "", width = 1440, height = 900 } = options;
  const taken = await takePage({
    context: {
      locale: options.locale ?? "en-US",
      colorScheme: options.scheme ?? "light",
      forcedColors: options.isForced === true ? "active" : "none",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    },
    width,
    height,
    now: new Date(now),
    isOwn: options.isOwn ?? false,
    // The browser itself reports every refused request; those are what tests ask for.
    expectedErrors: /^Failed to load resource/u,
  });
  const { page, problems } = taken;
  page.on("request", (request) => {
    if (!/^(?:blob:|data:)/u.test(request.url()) && !request.url().startsWith(hub.origin)) {
      problems.push(`foreign: ${request.url()}`);
    }
  });
  await taken.show(
    `${hub.origin}${base}${path}`,
    options.as ? await signIn(page, hub, options.as) : "",
  );
  return { page, problems };
}

/** Signs in as the page would; the script gives the page its half of the session. */
async function signIn(page: Page, hub: FakeHub, as: "admin" | "user"): Promise<string> {
  const data =
    as === "admin" ? { admin_token: adminToken } : { login: "bruno@acme.example", password };
  const answer = await page.request.post(`${hub.origin}/hub/admin/v1/session`, { data });
  const { csrf_token: token } = (await answer.json()) as { readonly csrf_token: string };
  // As the page keeps it where somebody signed in; not again after it was taken away.
  return `if (sessionStorage.length === 0) {
  sessionStorage.setItem("ai-hub-console-page", ${JSON.stringify(token)});
}`;
}

/** Gives a shown page other colours and another width. */
export async function applyLook(page: Page, look: Look): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: look.width, height });
  await page.emulateMedia({
    colorScheme: look.scheme,
    forcedColors: look.isForced ? "active" : "none",
  });
}
