/** Checks uploaded pictures (product.md F2) by their bytes, from the first to the last, and removes metadata. */
import { refuse } from "../../base/rules/errors";
import { walkGif } from "./pictures/gif";
import { walkJpeg } from "./pictures/jpeg";
import { walkPng } from "./pictures/png";
import type { Walked } from "./pictures/walk";
import { walkWebp } from "./pictures/webp";

/** 2 MB. */
export const MAX_PICTURE_BYTES = 2_097_152;
export const MAX_PICTURE_SIDE = 4_096;
/** Each frame is drawn in full. */
const MAX_FRAMES = 250;

/** The accepted types; stored files have no other. */
export const pictureTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
] as const;
export type PictureType = (typeof pictureTypes)[number];

const walks: Record<PictureType, (bytes: Uint8Array) => Walked | null> = {
  "image/png": walkPng,
  "image/jpeg": walkJpeg,
  "image/webp": walkWebp,
  "image/gif": walkGif,
};

/** Markup that no picture needs, but that makes a file work as a page. Long enough not to occur by chance. */
const MARKUP =
  /<script|<svg[\s>]|<html|<!doctype|<iframe|<foreignobject|<\?php|javascript:|%PDF-/i;

export const pictureProblems = [
  "notAPicture",
  "pictureTooLarge",
  "pictureTooWide",
] as const;

/** The picture as it is stored, or what is wrong with it. */
export function checkPicture(bytes: Uint8Array) {
  if (bytes.length > MAX_PICTURE_BYTES) return refuse("pictureTooLarge");
  for (const type of pictureTypes) {
    const walked = walks[type](bytes);
    if (walked === null) continue;
    const { width, height, frames, parts } = walked;
    const isPicture = width > 0 && height > 0 && frames <= MAX_FRAMES;
    if (!isPicture || hasMarkup(bytes)) return refuse("notAPicture");
    const max = MAX_PICTURE_SIDE;
    if (width > max || height > max) return refuse("pictureTooWide", { max });
    return { ok: true as const, type, bytes: joined(parts) };
  }
  return refuse("notAPicture");
}

function hasMarkup(bytes: Uint8Array): boolean {
  return MARKUP.test(new TextDecoder("latin1").decode(bytes));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
