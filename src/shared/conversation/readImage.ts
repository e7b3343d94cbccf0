import type { ImageFacts } from "./image.ts";

/** A header with a larger side is wrong or hostile. */
const maxSide = 65_535;

/** Recognises an image by its bytes, whatever its name. */
export function readImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts = readPng(view) ?? readJpeg(view) ?? readGif(view) ?? readWebP(view);
  return facts && isSide(facts.width) && isSide(facts.height) ? facts : undefined;
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= maxSide;
}

/** PNG specification, §5.2 and §11.2.2: the signature, then IHDR. */
function readPng(view: DataView): ImageFacts | undefined {
  const isPng =
    view.byteLength >= 33 &&
    view.getUint32(0) === 0x89504e47 &&
    view.getUint32(4) === 0x0d0a1a0a &&
    tagAt(view, 12) === "IHDR";
  return isPng
    ? { mimeType: "image/png", width: view.getUint32(16), height: view.getUint32(20) }
    : undefined;
}

/** ITU-T T.81, annex B: reads markers up to the marker of a frame. */
function readJpeg(view: DataView): ImageFacts | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) {
    return undefined;
  }
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return {
        mimeType: "image/jpeg",
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
      };
    }
    // Fill bytes and stand-alone markers have no length.
    const isAlone = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += marker === 0xff ? 1 : isAlone ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** GIF89a specification, §17 and §18. */
function readGif(view: DataView): ImageFacts | undefined {
  const isGif =
    view.byteLength >= 13 &&
    tagAt(view, 0) === "GIF8" &&
    (view.getUint8(4) === 0x37 || view.getUint8(4) === 0x39) &&
    view.getUint8(5) === 0x61;
  return isGif
    ? { mimeType: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) }
    : undefined;
}

/** RFC 9649, §2: a RIFF container with a lossy, lossless or extended picture. */
function readWebP(view: DataView): ImageFacts | undefined {
  if (view.byteLength < 30 || tagAt(view, 0) !== "RIFF" || tagAt(view, 8) !== "WEBP") {
    return undefined;
  }
  const mimeType = "image/webp";
  switch (tagAt(view, 12)) {
    case "VP8 ":
      return {
        mimeType,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { mimeType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return {
        mimeType,
        width: (view.getUint32(24, true) & 0xff_ffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return undefined;
  }
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
