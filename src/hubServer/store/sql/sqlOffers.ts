import type { UsageSubject } from "../records.ts";
import type { CompletionOffers, UsageRow } from "../store.ts";
import { toStoredText } from "../storedText.ts";
import { numberIn, type Sql, type SqlValue, type Statement } from "./sql.ts";

export function offersStatement(
  { tokenId, userId, profileId, sectorId, app, model }: UsageSubject,
  day: string,
  { offered, kept }: CompletionOffers,
): Statement {
  const texts = [tokenId, userId ?? "", profileId, sectorId, app, model];
  return {
    sql: `INSERT INTO completion_offer
        (day, token_id, user_id, profile_id, sector_id, app, model, offered, kept)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (day, token_id, user_id, profile_id, sector_id, app, model) DO UPDATE SET
        offered = completion_offer.offered + excluded.offered,
        kept = completion_offer.kept + excluded.kept`,
    values: [day, ...texts.map((text) => toStoredText(text)), offered, kept],
  };
}

export async function withOffers(
  sql: Sql,
  rows: readonly UsageRow[],
  {
    names,
    where,
    groupOf,
  }: {
    readonly names: readonly string[];
    readonly where: { readonly text: string; readonly values: readonly SqlValue[] };
    readonly groupOf: (row: Readonly<Record<string, unknown>>) => UsageRow["group"];
  },
): Promise<readonly UsageRow[]> {
  const by = names.join(", ");
  const sums = ["offered", "kept"].map(
    (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT) AS ${column}`,
  );
  const found = await sql.rows(
    `SELECT ${[...names, ...sums].join(", ")}
      FROM (SELECT *, 'completions' AS format, '' AS run_id FROM completion_offer) AS offers
      WHERE ${where.text} ${by && `GROUP BY ${by}`}`,
    where.values,
  );
  const offers = new Map(
    found.map((row) => [
      JSON.stringify(groupOf(row)),
      { offered: numberIn(row, "offered"), kept: numberIn(row, "kept") },
    ]),
  );
  return rows.map((row) => {
    const own = offers.get(JSON.stringify(row.group));
    return own && own.offered + own.kept > 0 ? { ...row, offers: own } : row;
  });
}
