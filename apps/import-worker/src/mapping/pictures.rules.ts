// The pictures of a product: of each variant the largest, the main one first.
import { type Fields, objects } from './item-reader.rules.ts';
import { MAX_ENTRY, plainLine, uniqueTexts } from './plain-text.rules.ts';

/** Hosts of one's own machine, whose pictures may come over plain http. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Links of the pictures, best first; a colour swatch is no picture of the product. */
export function pictureLinks(images: unknown): string[] {
  const best = new Map<string, Fields>();
  for (const image of objects(images)) {
    const variant = plainLine(image['variant']);
    const rival = best.get(variant);
    if (variant === 'SWCH' || safeLink(image['link']) === '') continue;
    if (!rival || area(image) > area(rival)) best.set(variant, image);
  }
  const ranked = [...best].toSorted(([one], [other]) => rank(one) - rank(other));
  return uniqueTexts(ranked.map(([, image]) => safeLink(image['link'])));
}

/** MAIN, then PT01, PT02 …, then those we do not know, in the order they came. */
function rank(variant: string): number {
  if (variant === 'MAIN') return 0;
  const place = /^PT(\d{2})$/.exec(variant)?.[1];
  return place === undefined ? 100 : Number(place);
}

function area({ height, width }: Fields): number {
  return typeof height === 'number' && typeof width === 'number' ? height * width : 0;
}

function safeLink(link: unknown): string {
  const url = typeof link === 'string' && link.length <= MAX_ENTRY ? URL.parse(link) : null;
  if (!url || url.username || url.password) return '';
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname));
  return safe && url.href.length <= MAX_ENTRY ? url.href : '';
}
