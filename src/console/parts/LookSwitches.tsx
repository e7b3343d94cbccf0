import type { JSX } from "preact";

import { Select } from "../../ui/Select.tsx";
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
      <Select
        label={text.colors}
        value={theme.value}
        options={[
          ["auto", text.themeAuto],
          ["light", text.themeLight],
          ["dark", text.themeDark],
        ]}
        onChange={(chosen) => {
          theme.value = chosen;
          preferences.save();
        }}
      />
    </div>
  );
}
