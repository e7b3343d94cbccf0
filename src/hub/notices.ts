import { readDoubt } from "../shared/doubts.ts";
import type { Failure } from "../shared/failure.ts";

type Findings = NonNullable<Failure["dlpFindings"]>;

const maxFindings = 20;
const maxHeader = 4_000;

/** The warnings of a successful answer: data-loss prevention let it pass but found something. */
export function noticesOf({ status, headers }: Response): readonly Failure[] {
  const dlpFindings = findingsOf((headers.get("x-hub-dlp") ?? "").slice(0, maxHeader));
  if (dlpFindings.length > 0) {
    return [{ kind: "dlp_alert", dlpFindings }];
  }
  const isFlagged = /"action"\s*:\s*"FLAG"/iu.test(headers.get("cf-aig-dlp") ?? "");
  return status === 246 || isFlagged || headers.has("x-hub-dlp") ? [{ kind: "dlp_alert" }] : [];
}

/** Reads `mask;types=cpf, alert;types=email,card;why=card:trial`. */
function findingsOf(header: string): Findings {
  const findings = header.split(/,\s+/u).flatMap((part): Findings => {
    const reasons = listed(part, "why").map((reason) => reason.split(":"));
    return listed(part, "types").flatMap((name): Findings => {
      const type = name.slice(0, 64);
      const known = reasons.flatMap(([kind, doubt]) =>
        kind === name ? (readDoubt(doubt) ?? []) : [],
      );
      return known.length === 0
        ? [{ type, count: 1 }]
        : known.map((doubt) => ({ type, count: 1, doubt }));
    });
  });
  return findings.slice(0, maxFindings);
}

function listed(part: string, name: "types" | "why"): readonly string[] {
  const list = new RegExp(String.raw`;\s*${name}=([\w,.:-]+)`, "u").exec(part)?.[1];
  return (list ?? "").split(",").filter((item) => item !== "");
}
