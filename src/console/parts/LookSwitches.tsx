import type { JSX } from "preact";

import { useConsole } from "../app/console.ts";

export function LookSwitches(): JSX.Element {
  const { preferences, words } = useConsole();
  const text = words.value;
  const { locale, theme } = preferences;
  return (
    <div class="switches">
      <select
        class="field"
        aria-label={text.language}
        value={locale.value}
        onChange={(event) => {
          locale.value = event.currentTarget.value === "pt-BR" ? "pt-BR" : "en";
          preferences.save();
        }}
      >
        <option value="en" lang="en">
          English
        </option>
        <option value="pt-BR" lang="pt-BR">
          Português
        </option>
      </select>
      <select
        class="field"
        aria-label={text.colors}
        value={theme.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          theme.value = value === "light" || value === "dark" ? value : "auto";
          preferences.save();
        }}
      >
        <option value="auto">{text.themeAuto}</option>
        <option value="light">{text.themeLight}</option>
        <option value="dark">{text.themeDark}</option>
      </select>
    </div>
  );
}
