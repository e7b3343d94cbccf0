/** The isolation level; only this one shows later commits after waiting for a lock. */
const isolation = "read committed";

export function serverProblems(server: Readonly<Record<string, unknown>>): readonly string[] {
  const { number, version, encoding, isolation: level } = server;
  return [
    Number(number) >= 140_000
      ? ""
      : `The hub needs PostgreSQL 14 or later, and this server is ${String(version)}.`,
    encoding === "UTF8"
      ? ""
      : `The hub needs a database in UTF8, and this one is in ${String(encoding)}.`,
    level === isolation
      ? ""
      : `The hub needs the isolation "${isolation}", and default_transaction_isolation is "${String(level)}" for this database or user.`,
  ].filter((problem) => problem !== "");
}
