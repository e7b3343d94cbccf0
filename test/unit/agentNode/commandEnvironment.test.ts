import { expect, test } from "vitest";

import { commandEnvironment } from "../../../src/agentNode/commandEnvironment.ts";

function passes(name: string): boolean {
  return commandEnvironment({ [name]: "x" }, { mark: "m", allowed: [] })[name] === "x";
}

test.each(
  "PGPASSWORD MYSQL_PWD SSHPASS GITHUBTOKEN GITHUB_TOKEN TOKEN DB_PASS AWS_SECRET_ACCESS_KEY OPENAI_API_KEY APIKEY PASSWORD_FILE client_secret PWD_HASH COOKIE DOCKER_AUTH_CREDENTIALS VAULT_TOKEN_2".split(
    " ",
  ),
)("a command does not get %s", (name) => {
  expect(passes(name)).toBe(false);
});

test.each(
  "PWD OLDPWD INIT_CWD TOKENIZERS_PARALLELISM MAX_TOKENS KEYBOARD_LAYOUT PASSENGER_ROOT COMPASS_HOME MONKEY HOME JAVA_HOME".split(
    " ",
  ),
)("a command gets %s", (name) => {
  expect(passes(name)).toBe(true);
});
