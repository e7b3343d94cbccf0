/**
 * Secrets: our scan beside secretlint and gitleaks' rules on the same texts. Run with
 * `AI_HUB_SECRETLINT=<folder with node_modules>` and `AI_HUB_GITLEAKS=<gitleaks.toml>`; without them, ours alone.
 *
 * 200 texts with a secret of 43 forms and 240 look-alikes come from seeds that no rule was made with. Their maker has
 * the same authors as our rules, so the figures compare engines and do not predict results on other text. A secret is found
 * if an engine reports a part of it.
 */
import { makeSecrets } from "../test/unit/dlp/secretForms.ts";
import { second, third } from "./dlp/moreVendorForms.ts";
import { makeNotSecrets } from "./dlp/notSecrets.ts";
import { placeCarriers } from "./dlp/placeCarriers.ts";
import { Random } from "./dlp/random.ts";
import { gitleaks, ours, type SecretEngine, secretlint } from "./dlp/secretEngines.ts";
import { readSources } from "./dlp/sources.ts";
import { first } from "./dlp/vendorForms.ts";
import { makeVendorSecrets } from "./dlp/vendorSecrets.ts";

const seed = 20_261_129;
const secrets = makeSecrets(seed, 200);
const lookAlikes = makeNotSecrets(seed, 240);
const sources = readSources(5_000_000);
const goal = "recall ≥ 95 %, precision above the others";

const { AI_HUB_SECRETLINT: folder, AI_HUB_GITLEAKS: rules } = process.env;
const engines: readonly SecretEngine[] = [
  ...ours,
  ...(folder === undefined ? [] : [await secretlint(folder)]),
  ...(rules === undefined ? [] : [gitleaks(rules)]),
];

async function count<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  const results: boolean[] = [];
  for (const item of items) {
    results.push(await test(item));
  }
  return results.filter(Boolean).length;
}

const rows: Record<string, object> = {};
for (const { name, find } of engines) {
  const found = await count(secrets, async ({ text, start, end }) =>
    (await find(text)).some((span) => span.start < end && span.end > start),
  );
  const wrong = await count(lookAlikes, async (text) => (await find(text)).length > 0);
  let inSources = 0;
  for (const text of sources) {
    inSources += (await find(text)).length;
  }
  rows[name] = {
    "recall %": ((100 * found) / secrets.length).toFixed(1),
    "precision %": ((100 * found) / (found + wrong)).toFixed(1),
    "look-alikes": wrong,
    "in 5 MB of source": inSources,
  };
}
for (const [name, forms] of Object.entries({ first, second, third })) {
  await compare(name, makeVendorSecrets(forms, new Random(seed), 200));
  const named = forms.filter(({ text }) => text === undefined);
  await compare(
    `${name}, elsewhere`,
    makeVendorSecrets(named, new Random(seed), 200, placeCarriers),
  );
}

/** Prints how many of 200 secrets in vendors' forms each engine finds, and which forms ours misses. */
async function compare(name: string, made: ReturnType<typeof makeVendorSecrets>): Promise<void> {
  console.log(`\nVendors' forms, ${name} set; texts: ${made.length}`);
  for (const engine of engines) {
    const missed = new Map<string, number>();
    const found = await count(made, async ({ form, carrier, text, start, end }) => {
      const isFound = (await engine.find(text)).some(
        (span) => span.start < end && span.end > start,
      );
      const key = `${form}, ${carrier}`;
      if (!isFound) {
        missed.set(key, (missed.get(key) ?? 0) + 1);
      }
      return isFound;
    });
    console.log(`${engine.name}: ${((100 * found) / made.length).toFixed(1)} %`);
    if (ours.includes(engine)) {
      console.log(`  missed: ${[...missed].map(([key, times]) => `${key} ${times}`).join("; ")}`);
    }
  }
}

console.log(`\nSecrets: ${secrets.length}; look-alikes: ${lookAlikes.length}; goal: ${goal}`);
console.table(rows);
