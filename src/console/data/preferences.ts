import { type Signal, signal } from "@preact/signals";
import * as z from "zod/mini";

export type Locale = "en" | "pt-BR";
export type Theme = "auto" | "light" | "dark";

export interface Preferences {
  readonly locale: Signal<Locale>;
  readonly theme: Signal<Theme>;
  readonly save: () => void;
}

const key = "ai-hub-console";

const storedSchema = z.object({
  locale: z.optional(z.enum(["en", "pt-BR"])),
  theme: z.optional(z.enum(["auto", "light", "dark"])),
});

export function createPreferences(storage: Storage, languages: readonly string[]): Preferences {
  const stored = readStored(storage);
  const locale = signal<Locale>(stored.locale ?? localeOf(languages));
  const theme = signal<Theme>(stored.theme ?? "auto");
  return {
    locale,
    theme,
    save: () => {
      try {
        storage.setItem(key, JSON.stringify({ locale: locale.value, theme: theme.value }));
      } catch {
        // Without storage, the choice is lost when the page is left.
      }
    },
  };
}

function localeOf(languages: readonly string[]): Locale {
  const known = languages.find((language) => /^(?:en|pt)\b/iu.test(language)) ?? "en";
  return known.toLowerCase().startsWith("pt") ? "pt-BR" : "en";
}

function readStored(storage: Storage): z.infer<typeof storedSchema> {
  try {
    return storedSchema.parse(JSON.parse(storage.getItem(key) ?? "{}"));
  } catch {
    // Missing or unreadable.
    return {};
  }
}
