const brace = 0x7b;

/**
 * Adds a field to the bytes of a JSON object, which must have other fields and not this one.
 * Parsing and serializing would change large numbers and the spelling of everything else.
 */
export function withField(bytes: Uint8Array, name: string, value: unknown): Uint8Array {
  const start = bytes.indexOf(brace) + 1;
  const field = `${JSON.stringify(name)}:${JSON.stringify(value)},`;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(field), bytes.subarray(start)]);
}
