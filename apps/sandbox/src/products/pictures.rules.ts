// Draws product pictures: placeholders with the product's initials, in a colour derived from its ASIN.
import { crc32, deflateSync } from 'node:zlib';
import { hashOf } from './hash.rules.ts';

/** Side of a square picture in pixels. */
export const SIDES = { full: 1000, thumbnail: 75 };

const FILE = /^(MAIN|PT0[1-8]|SWCH)(\._SL75_)?\.svg$/;
/** Side of a picture in PNG, in pixels. */
const PNG_SIDE = 96;

/**
 * Draws a picture as PNG, for models, which take no SVG: the circle of the SVG without its letters. Undefined for a file with
 * another name than those of pictures.
 */
export function drawPixels(asin: string, file: string): Buffer | undefined {
  if (!FILE.test(file)) return undefined;
  const shade = hashOf(asin) % 256;
  const lines = Array.from({ length: PNG_SIDE }, (_none, y) => {
    const pixels = Array.from({ length: PNG_SIDE }, (_also, x) => {
      const isInside = Math.hypot(x - PNG_SIDE / 2, y - PNG_SIDE * 0.45) < PNG_SIDE * 0.3;
      return isInside ? [shade, 96, 255 - shade] : [235, 235, 240];
    });
    return [0, ...pixels.flat()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PNG_SIDE, 0);
  header.writeUInt32BE(PNG_SIDE, 4);
  header.set([8, 2], 8); // 8 bits a channel, red, green and blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/**
 * Draws a picture as SVG. The initials come from `name`, the colour from the ASIN. Undefined for a file with another
 * name than those of pictures, such as MAIN.svg and PT01._SL75_.svg.
 */
export function drawPicture(asin: string, name: string, file: string): string | undefined {
  const [, variant, thumbnail] = FILE.exec(file) ?? [];
  if (variant === undefined) return undefined;
  const side = thumbnail ? SIDES.thumbnail : SIDES.full;
  const hue = hashOf(asin) % 360;
  const initials = [...name.matchAll(/[\p{L}\p{N}]+/gu)]
    .slice(0, 2)
    .map(([word]) => [...word][0]?.toUpperCase())
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">
  <title>${asin} ${variant}, a made-up picture</title>
  <rect width="100" height="100" fill="hsl(${hue} 45% 88%)"/>
  <circle cx="50" cy="45" r="30" fill="hsl(${hue} 45% 45%)"/>
  <g font-family="sans-serif" text-anchor="middle">
    <text x="50" y="54" font-size="26" fill="#fff">${initials}</text>
    <text x="50" y="92" font-size="7" fill="hsl(${hue} 45% 25%)">${asin} ${variant}</text>
  </g>
</svg>
`;
}
