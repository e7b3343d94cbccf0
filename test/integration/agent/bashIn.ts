import { execFileSync } from "node:child_process";

/** Runs a script as a person would, with a home folder of its own and a name for Git; returns what it prints. */
export function bashIn(folder: string, home: string, script: string): string {
  return execFileSync("bash", ["-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.com",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.com",
    },
  });
}
