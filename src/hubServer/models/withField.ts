const brace = 0x7b;

/**
 * Adds a field to the object's bytes. The object must have other fields. Serializing it again would change large
 * numbers and spelling.
 */
export function withField(bytes: Uint8Array, name: string, value: unknown): Uint8Array {
  const start = bytes.indexOf(brace) + 1;
  const field = `${JSON.stringify(name)}:${JSON.stringify(value)},`;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(field), bytes.subarray(start)]);
}
