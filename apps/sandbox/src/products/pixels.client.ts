// Draws product pictures as PNG.
import { crc32, deflateSync } from 'node:zlib';
import { hashOf } from './hash.rules.ts';
import { PICTURE_FILE } from './pictures.rules.ts';

/** Side of a picture in PNG, in pixels. */
const PNG_SIDE = 96;

/**
 * Draws a picture as PNG, for models, which take no SVG: a circle as in the SVG, in other colours and without letters.
 * Undefined for a file with another name than those of pictures.
 */
export function drawPixels(asin: string, file: string): Buffer | undefined {
  if (!PICTURE_FILE.test(file)) return undefined;
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
