type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Messages for the operator must not contain a token, a prompt or an address with a password. */
export interface Log {
  readonly info: (message: string, fields?: Fields) => void;
  readonly error: (message: string, fields?: Fields) => void;
  readonly access: (fields: Fields) => void;
}

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

export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : "unknown";
}
