import type { SellerClient } from "../../../seller/client/sellerClient.ts";
import type { Bilingual } from "../../../seller/contract/fields.ts";
import { readHeader } from "../../../seller/csv/check/checkFile.ts";
import {
  type CodeReadings,
  codeReadings,
  sureCodes,
} from "../../../seller/csv/check/codeReadings.ts";
import type { ImportProfile } from "../../../seller/csv/check/importProfile.ts";
import {
  bareCodes,
  columnFields,
  missingColumns,
  platformCodeField,
  requiredFields,
  rivalColumns,
  skuFieldOf,
  suggestMapping,
} from "../../../seller/csv/columns/importTarget.ts";
import { readCatalogue } from "../../../seller/csv/columns/platformCodes.ts";
import { failureColumn } from "../../../seller/csv/read/csvWriter.ts";
import { detectFormat, isWorkbook } from "../../../seller/csv/read/dialect.ts";
import {
  csvFormatSchema,
  type ImportCall,
  importCallSchema,
  type ImportPlanView,
  type ImportState,
  mappingSchema,
} from "../../../shared/sellerPage/sellerImport.ts";
import { type CsvInput, sampleOf } from "./csvInput.ts";

export interface MappingMemory {
  get(key: string): unknown;
  set(key: string, mapping: unknown): void;
}

export interface ChosenFile {
  readonly input: CsvInput;
  readonly header: readonly string[];
  readonly plan: ImportPlanView;
  /** The catalogue's findings for a column such as `Produto`, until the person decides. */
  readonly codes?: readonly CodeReadings[];
}

const maxHeader = 500;

/** Rejects if the file is unreadable, empty or a workbook. */
export async function chosenFile(input: CsvInput, mappings: MappingMemory): Promise<ChosenFile> {
  const sample = await sampleOf(input);
  if (isWorkbook(sample)) {
    throw new Error("The file is a workbook");
  }
  const format = csvFormatSchema.parse(detectFormat(sample));
  const header = await headerOf(input, format);
  const call = likelyCall(header);
  return { input, header, plan: { call, format, mapping: mappingFor(call, header, mappings) } };
}

export async function whyUnreadable(
  input: CsvInput,
  words: { readonly workbook: string; readonly unreadableFile: string },
): Promise<string> {
  const sample = await sampleOf(input).catch(() => new Uint8Array());
  return isWorkbook(sample) ? words.workbook : words.unreadableFile;
}

/** If the call or the titles change, the mapping starts over. */
export async function replanned(
  file: ChosenFile,
  plan: ImportPlanView,
  mappings: MappingMemory,
): Promise<ChosenFile> {
  const isSameFormat = JSON.stringify(plan.format) === JSON.stringify(file.plan.format);
  const { codes: _, ...known } = file;
  const header = isSameFormat ? file.header : await headerOf(file.input, plan.format);
  const isSame = plan.call === file.plan.call && header.join("\n") === file.header.join("\n");
  if (!isSame) {
    return {
      ...known,
      header,
      plan: { ...plan, mapping: mappingFor(plan.call, header, mappings) },
    };
  }
  mappings.set(memoryKey(plan.call, header), plan.mapping);
  return { ...known, header, plan };
}

/** Columns that the profile does not have stay without a field. */
export async function profiled(
  file: ChosenFile,
  { call, format, mapping, junk }: ImportProfile,
): Promise<ChosenFile> {
  const { codes: _, ...known } = file;
  return {
    ...known,
    header: await headerOf(file.input, format),
    plan: { call, format, mapping, junk },
  };
}

/**
 * Asks the catalogue whose codes a column such as `Produto` has. In doubt, the person decides with the products of each
 * reading.
 */
export async function withCodes(
  file: ChosenFile,
  client: Pick<SellerClient, "list"> | undefined,
  signal: AbortSignal,
): Promise<ChosenFile> {
  const { input, header, plan } = file;
  const titles = bareCodes(plan.call, plan.mapping, header);
  const own = skuFieldOf(plan.call);
  const platforms = platformCodeField(plan.call);
  if (titles.length === 0 || !own || !platforms) {
    return file;
  }
  const readings = await (client && readCatalogue(client, { signal }))
    ?.then((catalogue) => codeReadings(input.read(), plan.format, titles, catalogue))
    // Without the catalogue the person decides; the check reports why it cannot be read.
    .catch(() => undefined);
  const sure = sureCodes(readings ?? []);
  if (!sure) {
    return { ...file, codes: readings ?? [] };
  }
  const { name } = sure.isOwn ? own : platforms;
  return { ...file, plan: { ...plan, mapping: { ...plan.mapping, [name]: sure.title } } };
}

export function importLabels(call: ImportCall, language: keyof Bilingual): ImportState["fields"] {
  return columnFields(call).map(({ name, label, kind }) => ({
    name,
    label: label[language],
    kind,
  }));
}

export interface NotUnderstood {
  readonly found: readonly string[];
  readonly missing: readonly string[];
  readonly expected: readonly string[];
}

export function notUnderstood(
  { header, plan }: ChosenFile,
  language: keyof Bilingual,
): NotUnderstood | undefined {
  const missing = missingColumns(plan.call, plan.mapping, header);
  const wordsOf = (fields: typeof missing): readonly string[] =>
    fields.map(({ name, label }) => `${label[language]} (${name})`);
  return missing.length === 0
    ? undefined
    : { found: header, missing: wordsOf(missing), expected: wordsOf(requiredFields(plan.call)) };
}

async function headerOf(
  input: CsvInput,
  format: ImportPlanView["format"],
): Promise<readonly string[]> {
  const header = await readHeader(input.read(), format);
  if (!header) {
    throw new Error("The file is empty");
  }
  return header.slice(0, maxHeader).map((title) => title.slice(0, 1_000));
}

/** The call with the largest share of its fields among the titles; complete calls come first. */
function likelyCall(titles: readonly string[]): ImportCall {
  const header = [...new Set(titles)];
  const scored = importCallSchema.options.map((call) => {
    const mapping = withDoubts(call, header);
    const known = Object.keys(mapping).length;
    const isWhole = missingColumns(call, mapping, header).length === 0;
    return { call, known, share: known / columnFields(call).length + (isWhole ? 1 : 0) };
  });
  const [best] = scored.toSorted(
    (one, other) => other.share - one.share || other.known - one.known,
  );
  return best?.call ?? "saveProduct";
}

/** Includes the first of several candidate columns: such fields are asked about, not missing. */
function withDoubts(call: ImportCall, header: readonly string[]): ImportPlanView["mapping"] {
  const mapping = suggestMapping(call, header);
  const rivals = rivalColumns(call, mapping, header).map(
    ({ field, titles }) => [field.name, titles[0] ?? ""] as const,
  );
  const [code] = bareCodes(call, mapping, header);
  const sku = skuFieldOf(call)?.name;
  return {
    ...mapping,
    ...Object.fromEntries(rivals),
    ...(code !== undefined && sku !== undefined && { [sku]: code }),
  };
}

function mappingFor(
  call: ImportCall,
  header: readonly string[],
  mappings: MappingMemory,
): ImportPlanView["mapping"] {
  const kept = mappingSchema.safeParse(mappings.get(memoryKey(call, header))).data;
  return kept ?? suggestMapping(call, header);
}

/** A file of failed rows has one more column than its original; both share a key. */
function memoryKey(call: ImportCall, header: readonly string[]): string {
  return JSON.stringify([call, ...header.filter((title) => title !== failureColumn)]);
}
