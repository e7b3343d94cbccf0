import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { isCode } from "../shared/base/errorCode.ts";
import { machinePolicySchema, type PolicyState } from "../shared/hubApi/machinePolicy.ts";
import { trustCertificates } from "./ownCertificates.ts";

const maxBytes = 1024 * 1024;

/** The bits of group and others that let them write. */
const othersMayWrite = 0o022;

/** SIDs of the groups Administrators and SYSTEM, and of TrustedInstaller. */
const windowsOwners =
  /^S-1-5-(?:32-544|18|80-956008885-3418522649-1831038044-1853292631-2271478464)$/u;

function machinePolicyPath(platform: NodeJS.Platform = process.platform): string {
  switch (platform) {
    case "win32":
      return join(
        process.env["ProgramData"] ?? String.raw`C:\ProgramData`,
        "AI Hub",
        "policy.json",
      );
    case "darwin":
      return "/Library/Application Support/AI Hub/policy.json";
    default:
      return "/etc/ai-hub/policy.json";
  }
}

/** Reads the file once and trusts its certificates; a file that is there but cannot be trusted or read is `broken`. */
export function readMachinePolicy(path = machinePolicyPath(), owner = 0): PolicyState {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const problem = ownershipProblem(path, file, owner);
    return problem === undefined ? parse(path, file) : { state: "broken", path, reason: problem };
  } catch (error) {
    return isCode(error, "ENOENT") || isCode(error, "ENOTDIR")
      ? { state: "absent" }
      : { state: "broken", path, reason: "It cannot be read." };
  } finally {
    if (file !== undefined) {
      closeSync(file);
    }
  }
}

function ownershipProblem(path: string, file: number, owner: number): string | undefined {
  const stat = fstatSync(file);
  if (!stat.isFile() || stat.size > maxBytes) {
    return "It is no file of at most 1 MB.";
  }
  if (process.platform === "win32") {
    return isOwnedByWindowsAdministrators(path) ? undefined : "Administrators must own it.";
  }
  return [stat, statSync(dirname(path))].every(
    ({ uid, mode }) => uid === owner && (mode & othersMayWrite) === 0,
  )
    ? undefined
    : "The file and its folder must belong to root, and other users must not be able to write them.";
}

function isOwnedByWindowsAdministrators(path: string): boolean {
  const script =
    "(Get-Acl -LiteralPath $args[0]).GetOwner([System.Security.Principal.SecurityIdentifier]).Value";
  const { stdout } = spawnSync(
    "powershell.exe",
    ["-NoProfile", "-NonInteractive", "-Command", `& { ${script} }`, path],
    { encoding: "utf8", timeout: 10_000, windowsHide: true },
  );
  return windowsOwners.test(stdout.trim());
}

function parse(path: string, file: number): PolicyState {
  const broken = (reason: string): PolicyState => ({ state: "broken", path, reason });
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/u, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken("It is no JSON.");
  }
  if (hasRepeatedKey(text, value)) {
    return broken("It has a key twice.");
  }
  const parsed = machinePolicySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.map(String).join(".") ?? "";
    return broken(`The field "${field.slice(0, 100)}" is not valid.`);
  }
  const { ca } = parsed.data;
  return ca === undefined || trustCertificates(ca)
    ? { state: "holds", path, policy: parsed.data }
    : broken('The certificates of "ca" cannot be used.');
}

/** True if a key occurs twice: JSON.parse keeps the last one. In valid JSON, only keys are strings before a colon. */
function hasRepeatedKey(text: string, value: unknown): boolean {
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gu)].filter(([, colon]) => colon);
  return written.length !== keysIn(value);
}

function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + keysIn(each), own);
}
