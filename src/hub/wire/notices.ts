import type { Failure, FailureKind } from "../../shared/failures/failure.ts";
import { readDoubt } from "../../shared/guarded/doubts.ts";

type Findings = NonNullable<Failure["dlpFindings"]>;

const maxFindings = 20;
const maxHeader = 4_000;

type ActionKinds = ReadonlyMap<string, FailureKind>;

const kindsOfRequest: ActionKinds = new Map([
  ["mask", "dlp_masked"],
  ["alert", "dlp_alert"],
]);
const kindsOfAnswer: ActionKinds = new Map([
  ["mask", "dlp_answer_masked"],
  ["alert", "dlp_answer_alert"],
]);

export function noticesOf(response: Response): readonly Failure[] {
  const { headers } = response;
  const routed = routedNotice(headers.get("x-hub-routed") ?? "");
  const ofAnswer = answerNotices(headers.get("x-hub-dlp-answer") ?? "");
  return [...(routed ? [routed] : []), ...dlpNotices(response), ...ofAnswer];
}

/** Reads `mask;types=cpf,email;counts=2,1`: a header of a whole answer, a comment at the end of a stream. */
export function answerNotices(told: string): readonly Failure[] {
  return noticesOfHub(told.slice(0, maxHeader), kindsOfAnswer);
}

/** Reads `llama-3;types=cpf,cnpj`. */
function routedNotice(header: string): Failure | undefined {
  const [, model = "", types = ""] = /^(.{1,300});types=([\w,.]{0,1000})$/u.exec(header) ?? [];
  const dlpFindings = types.split(",").flatMap((type) => (type === "" ? [] : [{ type, count: 1 }]));
  return model === ""
    ? undefined
    : {
        kind: "dlp_routed",
        hubCode: model.slice(0, 200),
        dlpFindings: dlpFindings.slice(0, maxFindings),
      };
}

function dlpNotices({ status, headers }: Response): readonly Failure[] {
  const notices = noticesOfHub(
    (headers.get("x-hub-dlp") ?? "").slice(0, maxHeader),
    kindsOfRequest,
  );
  if (notices.length > 0) {
    return notices;
  }
  const isFlagged = /"action"\s*:\s*"FLAG"/iu.test(headers.get("cf-aig-dlp") ?? "");
  return status === 246 || isFlagged || headers.has("x-hub-dlp") ? [{ kind: "dlp_alert" }] : [];
}

/** Reads `mask;types=cpf, alert;types=email,card;why=card:trial`. */
function noticesOfHub(header: string, kinds: ActionKinds): readonly Failure[] {
  const parts = header.split(/,\s+/u);
  return [...kinds].flatMap(([action, kind]) => {
    const own = parts.filter((part) => part.split(";", 1)[0]?.trim() === action);
    const dlpFindings = own.flatMap(findingsOf).slice(0, maxFindings);
    return dlpFindings.length === 0 ? [] : [{ kind, dlpFindings }];
  });
}

function findingsOf(part: string): Findings {
  const reasons = listed(part, "why").map((reason) => reason.split(":"));
  const counts = listed(part, "counts").map(Number);
  return listed(part, "types").flatMap((name, at): Findings => {
    const given = counts[at] ?? 1;
    const count = Number.isSafeInteger(given) && given > 0 ? given : 1;
    const type = name.slice(0, 64);
    const known = reasons.flatMap(([kind, doubt]) =>
      kind === name ? (readDoubt(doubt) ?? []) : [],
    );
    return known.length === 0 ? [{ type, count }] : known.map((doubt) => ({ type, count, doubt }));
  });
}

function listed(part: string, name: "types" | "why" | "counts"): readonly string[] {
  const list = new RegExp(String.raw`;\s*${name}=([\w,.:-]+)`, "u").exec(part)?.[1];
  return (list ?? "").split(",").filter((item) => item !== "");
}
