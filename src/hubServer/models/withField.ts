const brace = 0x7b;

/**
 * The bytes of a JSON object with one field more, which it must not have yet, and at least one of its own.
 * Parsed and written again, large numbers and the spelling of everything else would change.
 */
export function withField(bytes: Uint8Array, name: string, value: unknown): Uint8Array {
  const start = bytes.indexOf(brace) + 1;
  const field = `${JSON.stringify(name)}:${JSON.stringify(value)},`;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(field), bytes.subarray(start)]);
}
