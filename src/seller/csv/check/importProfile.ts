import * as z from "zod/mini";

import { parseJson } from "../../../shared/base/json.ts";
import {
  csvFormatSchema,
  importCallSchema,
  junkSchema,
  mappingSchema,
} from "../../../shared/sellerPage/sellerImport.ts";
import { failureColumn } from "../read/csvWriter.ts";

export const importProfilesFile = "seller-import-profiles.json";

/** In an import of stock or prices, a mapping from `codigoProdutoSeller` (SKU) finds the platform's code. */
const importProfileSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  call: importCallSchema,
  format: csvFormatSchema,
  mapping: mappingSchema,
  junk: junkSchema,
  header: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500)),
});

export type ImportProfile = Readonly<z.infer<typeof importProfileSchema>>;

export const maxImportProfiles = 100;

const fileSchema = z.object({ version: z.literal(1), profiles: z.array(z.unknown()) });

/** Undefined if the text has no profiles. Omits invalid entries and repeated names. */
export function readImportProfiles(text: string): readonly ImportProfile[] | undefined {
  const { data } = fileSchema.safeParse(parseJson(text));
  const read = data?.profiles
    .slice(0, maxImportProfiles)
    .flatMap((entry) => importProfileSchema.safeParse(entry).data ?? []);
  return read?.filter(({ name }, index) => read.findIndex((one) => one.name === name) === index);
}

/** Entries that cannot be read, for example after a manual mistake; a write must keep them. */
export function unreadProfiles(text: string): readonly unknown[] {
  const { profiles = [] } = fileSchema.safeParse(parseJson(text)).data ?? {};
  return profiles
    .slice(0, maxImportProfiles)
    .filter((entry) => !importProfileSchema.safeParse(entry).success);
}

export function importProfilesText(
  profiles: readonly ImportProfile[],
  unread: readonly unknown[] = [],
): string {
  return `${JSON.stringify({ version: 1, profiles: [...profiles, ...unread] }, undefined, 2)}\n`;
}

export function fitsHeader({ header }: ImportProfile, titles: readonly string[]): boolean {
  return columnsOf(header) === columnsOf(titles);
}

/** The file of failed rows has one more column, which is ignored here. */
function columnsOf(titles: readonly string[]): string {
  const own = titles.map((title) => title.trim()).filter((title) => title !== failureColumn);
  return JSON.stringify(own.toSorted());
}
