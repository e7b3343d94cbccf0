/** Pictures as bytes, as small as their formats allow. */

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  );
}

const big16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const big32 = (value: number): number[] => [...big16(value >>> 16), ...big16(value & 0xffff)];
const little16 = (value: number): number[] => big16(value).toReversed();
const little24 = (value: number): number[] => [...little16(value & 0xffff), value >> 16];

export const pngOf = (width: number, height: number) =>
  bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0, 0, 0, 13],
    "IHDR",
    big32(width),
    big32(height),
    [8, 6, 0, 0, 0, 0, 0, 0, 0],
  );

export const jpegOf = (width: number, height: number) =>
  bytesOf(
    [0xff, 0xd8],
    [0xff, 0xe0, 0, 4, 1, 2],
    [0xff, 0xff, 0xc4, 0, 3, 9],
    [0xff, 0xc2, 0, 11, 8],
    big16(height),
    big16(width),
    [1, 1, 0x11, 0],
  );

export const gifOf = (width: number, height: number, version = "89a") =>
  bytesOf("GIF", version, little16(width), little16(height), [0, 0, 0]);

export const webPOf = (kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number) => {
  const bits = ((width - 1) | ((height - 1) << 14)) >>> 0;
  const body = {
    "VP8 ": [[0, 0, 0, 0x9d, 0x01, 0x2a], little16(width), little16(height)].flat(),
    VP8L: [0x2f, ...little16(bits & 0xffff), ...little16(bits >>> 16), 0, 0, 0, 0, 0],
    VP8X: [[0, 0, 0, 0], little24(width - 1), little24(height - 1)].flat(),
  }[kind];
  return bytesOf("RIFF", [0, 0, 0, 0], "WEBP", kind, [0, 0, 0, 0], body);
};
