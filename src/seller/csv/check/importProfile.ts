import * as z from "zod/mini";

import { parseJson } from "../../../shared/base/json.ts";
import {
  csvFormatSchema,
  importCallSchema,
  junkSchema,
  mappingSchema,
} from "../../../shared/sellerPage/sellerImport.ts";
import { failureColumn } from "../read/csvWriter.ts";

/** File of the person's import profiles, below the data folder that all AI Hub programs share. */
export const importProfilesFile = "seller-import-profiles.json";

/**
 * How files of one origin are imported, under a name. A mapping from `codigoProdutoSeller` (SKU) in
 * an import of stock or prices is the join to the platform's code, which `platformCodesFor` reads.
 */
const importProfileSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  call: importCallSchema,
  format: csvFormatSchema,
  /** The column title for each field, by the field's name. */
  mapping: mappingSchema,
  junk: junkSchema,
  /** The titles of the file that the profile was saved for. */
  header: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500)),
});

export type ImportProfile = Readonly<z.infer<typeof importProfileSchema>>;

/** More are not kept: nobody finds one among them. */
export const maxImportProfiles = 100;

const fileSchema = z.object({ version: z.literal(1), profiles: z.array(z.unknown()) });

/**
 * The profiles of a file's text; undefined if it is no file of profiles. Entries that are none, and those of a name that
 * occurred, are left out.
 */
export function readImportProfiles(text: string): readonly ImportProfile[] | undefined {
  const { data } = fileSchema.safeParse(parseJson(text));
  const read = data?.profiles
    .slice(0, maxImportProfiles)
    .flatMap((entry) => importProfileSchema.safeParse(entry).data ?? []);
  return read?.filter(({ name }, index) => read.findIndex((one) => one.name === name) === index);
}

/** The entries of a file that are no profile, as one with a mistake made by hand: a write must keep them. */
export function unreadProfiles(text: string): readonly unknown[] {
  const { profiles = [] } = fileSchema.safeParse(parseJson(text)).data ?? {};
  return profiles
    .slice(0, maxImportProfiles)
    .filter((entry) => !importProfileSchema.safeParse(entry).success);
}

/** The text of a file of profiles, as `readImportProfiles` reads it, with what it cannot read at the end. */
export function importProfilesText(
  profiles: readonly ImportProfile[],
  unread: readonly unknown[] = [],
): string {
  return `${JSON.stringify({ version: 1, profiles: [...profiles, ...unread] }, undefined, 2)}\n`;
}

/** Whether a file has exactly the columns that the profile was saved for, in any order. */
export function fitsHeader({ header }: ImportProfile, titles: readonly string[]): boolean {
  return columnsOf(header) === columnsOf(titles);
}

/** A file of failed rows has one more column than its original; both fit. */
function columnsOf(titles: readonly string[]): string {
  const own = titles.map((title) => title.trim()).filter((title) => title !== failureColumn);
  return JSON.stringify(own.toSorted());
}
