import { batch, computed, signal } from "@preact/signals";

import { Api } from "../data/api.ts";
import { PageSecret, takeFromAddress } from "../data/pageSecret.ts";
import { createPreferences, type Locale } from "../data/preferences.ts";
import type { Words } from "../words/en.ts";
import { loadWords } from "../words/words.ts";
import type { Console } from "./console.ts";
import { createFormat, type Format, type FormatOptions } from "./format.ts";
import { consoleBase, Router } from "./router.ts";
import { SessionKeeper } from "./session.ts";
import { WaitingDevice } from "./waitingDevice.ts";

export async function createConsole(): Promise<Console> {
  const base = consoleBase(location.pathname);
  const preferences = createPreferences(localStorage, navigator.languages);
  const words = signal<Words>(await loadWords(preferences.locale.value));
  const language = signal<Locale>(preferences.locale.value);
  // Words and formats change together, once the other language is loaded.
  const show = async (locale: Locale): Promise<void> => {
    const loaded = await loadWords(locale);
    batch(() => {
      words.value = loaded;
      language.value = locale;
    });
    document.documentElement.lang = locale;
  };
  preferences.locale.subscribe((locale) => {
    void show(locale);
  });
  preferences.theme.subscribe((theme) => {
    document.documentElement.dataset["theme"] = theme;
  });
  const api = new Api({
    fetch: globalThis.fetch.bind(globalThis),
    base: `${base.replace(/console$/u, "")}admin/v1`,
    onSignedOut: () => session.end(),
  });
  const secret = new PageSecret(sessionStorage);
  takeFromAddress(secret);
  const session = new SessionKeeper(api, secret);
  const format = computed(() => {
    const state = session.state.value;
    const known = state.state === "signedIn" ? state.session : undefined;
    return knownFormat({
      locale: language.value,
      timeZone: known?.time_zone ?? "America/Sao_Paulo",
      currency: known?.currency ?? "BRL",
    });
  });
  const device = new WaitingDevice(
    sessionStorage,
    location.pathname.slice(base.length),
    new URLSearchParams(location.search),
  );
  return {
    api,
    device,
    router: new Router(base),
    session,
    preferences,
    words,
    format,
    spoken: signal(""),
    now: () => Date.now(),
  };
}

/** Makes a format that the browser knows: an unknown zone or currency must not break the page. */
function knownFormat(options: FormatOptions): Format {
  try {
    return createFormat(options);
  } catch {
    return createFormat({ ...options, timeZone: "UTC", currency: "XXX" });
  }
}
