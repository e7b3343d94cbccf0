import type { Failure } from "../shared/failure.ts";

/** The warnings of a successful answer: data-loss prevention let it pass but found something. */
export function noticesOf({ status, headers }: Response): readonly Failure[] {
  const types = /types=([\w,.-]+)/u.exec(headers.get("x-hub-dlp") ?? "")?.[1];
  if (types !== undefined) {
    const dlpFindings = types
      .split(",")
      .slice(0, 20)
      .map((type) => ({ type: type.slice(0, 64), count: 1 }));
    return [{ kind: "dlp_alert", dlpFindings }];
  }
  const isFlagged = /"action"\s*:\s*"FLAG"/iu.test(headers.get("cf-aig-dlp") ?? "");
  return status === 246 || isFlagged || headers.has("x-hub-dlp") ? [{ kind: "dlp_alert" }] : [];
}
