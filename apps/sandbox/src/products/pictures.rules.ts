// Draws product pictures: placeholders with the product's initials, in a colour derived from its ASIN.
import { hashOf } from './hash.rules.ts';

/** Side of a square picture in pixels. */
export const SIDES = { full: 1000, thumbnail: 75 };

/** The names of pictures. */
export const PICTURE_FILE = /^(MAIN|PT0[1-8]|SWCH)(\._SL75_)?\.svg$/;

/**
 * Draws a picture as SVG. The initials come from `name`, the colour from the ASIN. Undefined for a file with another
 * name than those of pictures, such as MAIN.svg and PT01._SL75_.svg.
 */
export function drawPicture(asin: string, name: string, file: string): string | undefined {
  const [, variant, thumbnail] = PICTURE_FILE.exec(file) ?? [];
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
