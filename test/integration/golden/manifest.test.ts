import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";

type Entry = Readonly<Record<string, unknown>>;

interface Contributes {
  readonly commands: readonly Entry[];
  readonly menus: Readonly<Record<string, readonly Entry[]>>;
  readonly keybindings: readonly Entry[];
  readonly views: Readonly<Record<string, readonly Entry[]>>;
  readonly configuration: { readonly properties: Readonly<Record<string, Entry>> };
}

const texts = ["package.nls.json", "package.nls.pt-br.json"].map(
  (name) => readJson(name) as Readonly<Record<string, string>>,
);

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

/** One line: the names are keys, and a `%key%` is shown in both languages. */
function line(kind: string, entry: Entry, names: readonly string[]): string {
  const values = names
    .filter((name) => entry[name] !== undefined)
    .map((name) => `${name}=${JSON.stringify(entry[name])}`);
  return [kind, ...values]
    .join(" ")
    .replaceAll(/%([^"%]+)%/gu, (_, key: string) =>
      texts.map((table) => table[key] ?? `no text for ${key}`).join(" / "),
    );
}

test("the editor is offered the recorded commands, settings, menus, keys and views", async () => {
  const { contributes } = readJson("package.json") as { readonly contributes: Contributes };
  const { commands, menus, keybindings, views, configuration } = contributes;
  const settings = Object.entries(configuration.properties);
  const lines = [
    ...commands.map((entry) => line("command", entry, ["command", "title", "enablement"])),
    ...settings.map(([id, entry]) =>
      line(`setting ${id}`, entry, ["type", "default", "enum", "minimum", "maximum", "scope"]),
    ),
    ...Object.entries(menus).flatMap(([place, entries]) =>
      entries.map((entry) => line(`menu ${place}`, entry, ["command", "submenu", "when", "group"])),
    ),
    ...keybindings.map((entry) => line("key", entry, ["command", "key", "mac", "when"])),
    ...Object.entries(views).flatMap(([place, entries]) =>
      entries.map((entry) => line(`view ${place}`, entry, ["id", "name", "when", "visibility"])),
    ),
  ];
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot(
    "../../fixtures/golden/manifest.txt",
  );
});
