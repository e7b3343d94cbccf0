type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** What happens, for who runs the hub. Callers give no token, no prompt and no address with a password. */
export interface Log {
  readonly info: (message: string, fields?: Fields) => void;
  readonly error: (message: string, fields?: Fields) => void;
  /** One line for every request; only where lines are read by programs. */
  readonly access: (fields: Fields) => void;
}

/** `json` writes one object a line, with `time`, `level` and `message`; `text` writes the words alone. */
export function createLog(form: "text" | "json", write: (line: string) => void): Log {
  const line = (level: "info" | "error", message: string, fields: Fields = {}): void => {
    write(
      form === "json"
        ? JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })
        : message,
    );
  };
  return {
    info: (message, fields) => line("info", message, fields),
    error: (message, fields) => line("error", message, fields),
    access: (fields) => {
      if (form === "json") {
        line("info", "request", fields);
      }
    },
  };
}

/** What of an unexpected error may be logged: where it was thrown, and its own words. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : "unknown";
}
