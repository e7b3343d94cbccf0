import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

import { findProgram } from "./paths.ts";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];

const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** A Chromium browser on this machine; `AI_HUB_CHROMIUM` chooses another. */
export function findBrowser(): string | undefined {
  const own = process.env["AI_HUB_CHROMIUM"];
  if (own !== undefined && existsSync(own)) {
    return own;
  }
  return findProgram(names) ?? applications.find((path) => existsSync(path));
}

/** Prefers the headless shell, if there is one: it opens pages several times faster. */
export function findPageBrowser(): string | undefined {
  const isNamed = process.env["AI_HUB_CHROMIUM"] !== undefined;
  return (isNamed ? undefined : findProgram(["chromium-headless-shell"])) ?? findBrowser();
}

/** No background traffic, and able to run as root in a container. */
export const browserArgs: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Opens a page in the user's browser if there is a screen; fails silently. */
export function openInBrowser(url: string): void {
  const opener = browserOpener();
  if (opener !== undefined) {
    const child = spawn(opener, [url], { stdio: "ignore", detached: true });
    child.on("error", () => {
      // The address is printed too.
    });
    child.unref();
  }
}

function browserOpener(): string | undefined {
  switch (process.platform) {
    case "darwin":
      return "open";
    case "win32":
      return "explorer";
    default: {
      const hasScreen =
        process.env["DISPLAY"] !== undefined || process.env["WAYLAND_DISPLAY"] !== undefined;
      return hasScreen ? findProgram(["xdg-open"]) : undefined;
    }
  }
}
