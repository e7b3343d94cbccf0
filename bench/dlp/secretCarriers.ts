/** A text with one secret under one name; `written` is the value in the notation of the text. */
interface Carried {
  readonly text: string;
  readonly written: string;
}

export type Carry = (name: string, value: string) => Carried;

const inString = (value: string): string => JSON.stringify(value).slice(1, -1);
const camel = (name: string): string =>
  name.toLowerCase().replaceAll(/_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(name).replace(/^./u, (first) => first.toUpperCase());
const snake = (name: string): string => name.toLowerCase();
const dotted = (name: string): string => snake(name).replaceAll("_", ".");

/** Puts a value, escaped for a string of code, where `¤` stands. */
export function code(template: (name: string) => string): Carry {
  return (name, value) => {
    const written = inString(value);
    return { text: template(name).replace("¤", () => written), written };
  };
}

export function plain(template: (name: string) => string): Carry {
  return (name, value) => ({ text: template(name).replace("¤", () => value), written: value });
}

const yaml: Carry = (name, value) => {
  const isBlock = value.includes("\n");
  const written = isBlock ? value.replaceAll("\n", "\n      ") : value;
  const text = `services:\n  api:\n    ${snake(name)}: ${isBlock ? "|\n      " : ""}${written}\n    replicas: 2\n`;
  return { text, written };
};

const nested: Carry = (name, value) => {
  const written = inString(inString(value));
  const inner = JSON.stringify({ event: "sync", [camel(name)]: value });
  return { text: JSON.stringify({ id: 7, payload: inner }), written };
};

export const secretCarriers: readonly [
  readonly [string, Carry],
  ...(readonly (readonly [string, Carry])[]),
] = [
  ["TypeScript", code((name) => `export const ${camel(name)} = "¤";\nstart(${camel(name)});\n`)],
  ["Python", code((name) => `import app\n\n${name} = "¤"\napp.run(debug=False)\n`)],
  ["Java", code((name) => `  private static final String ${name} = "¤";\n`)],
  ["C#", code((name) => `var settings = new Settings { ${pascal(name)} = "¤", Retries = 3 };\n`)],
  ["Go", code((name) => `cfg := Config{\n\t${pascal(name)}: "¤",\n\tPort: 8080,\n}\n`)],
  ["Ruby", plain((name) => `Loja.configure do |config|\n  config.${snake(name)} = '¤'\nend\n`)],
  ["PHP", plain((name) => `<?php\nreturn [\n    '${snake(name)}' => '¤',\n];\n`)],
  ["Kotlin", code((name) => `val ${camel(name)}: String = "¤"\n`)],
  [".env", code((name) => `PORT=3000\n${name}="¤"\nLOG_LEVEL=info\n`)],
  [".env without quotes", code((name) => `PORT=3000\n${name}=¤\nLOG_LEVEL=info\n`)],
  ["YAML", yaml],
  ["JSON", code((name) => `{\n  "region": "sa-east-1",\n  "${camel(name)}": "¤"\n}\n`)],
  ["properties", code((name) => `server.port=8080\nloja.${dotted(name)}=¤\n`)],
  ["TOML", code((name) => `[servico]\n${snake(name)} = "¤"\ntimeout = 30\n`)],
  ["XML", plain((name) => `<config>\n  <${snake(name)}>¤</${snake(name)}>\n</config>\n`)],
  ["shell", plain((name) => `#!/bin/sh\nexport ${name}='¤'\n./deploy.sh --all\n`)],
  ["SQL", plain((name) => `UPDATE integracoes SET ${snake(name)} = '¤' WHERE loja_id = 42;\n`)],
  ["Markdown", plain((name) => `Para subir em produção:\n\n- **${name}**: \`¤\`\n- porta: 8080\n`)],
  ["log", code((name) => `2026-11-20 09:15:00 WARN config: ${snake(name)}=¤ (overridden)\n`)],
  ["JSON in a string", nested],
];
