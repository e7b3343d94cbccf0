import type { Fork } from "../../shared/calls/governanceCalls.ts";

export function forkOf(appName: string, isWeb: boolean): Fork {
  const name = appName.toLowerCase();
  if (isWeb) {
    return "web";
  }
  const known = (["cursor", "windsurf", "vscodium"] as const).find((fork) => name.includes(fork));
  return known ?? (name.includes("visual studio code") ? "vscode" : "other");
}
