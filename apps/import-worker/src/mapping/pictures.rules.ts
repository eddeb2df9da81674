// Picks the pictures of a product: the largest of each variant, the main picture first.
import { type Fields, objects } from './item-reader.rules.ts';
import { MAX_ENTRY, plainLine, uniqueTexts } from './plain-text.rules.ts';

/** Hosts of the local machine, whose pictures may use plain http. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Links of the pictures, main picture first, without colour swatches and unsafe links. */
export function pictureLinks(images: unknown): string[] {
  const best = new Map<string, Fields>();
  for (const image of objects(images)) {
    const variant = plainLine(image['variant']);
    const other = best.get(variant);
    if (variant === 'SWCH' || safeLink(image['link']) === '') continue;
    if (!other || area(image) > area(other)) best.set(variant, image);
  }
  const ranked = [...best].toSorted(([one], [other]) => rank(one) - rank(other));
  return uniqueTexts(ranked.map(([, image]) => safeLink(image['link'])));
}

/** Sorts MAIN first, then PT01, PT02 …, then unknown variants, which keep their order. */
function rank(variant: string): number {
  if (variant === 'MAIN') return 0;
  const number = /^PT(\d{2})$/.exec(variant)?.[1];
  return number === undefined ? 100 : Number(number);
}

function area({ height, width }: Fields): number {
  return typeof height === 'number' && typeof width === 'number' ? height * width : 0;
}

/** The link if it is a bounded URL without credentials, over https or from the local machine; else "". */
function safeLink(link: unknown): string {
  const url = typeof link === 'string' && link.length <= MAX_ENTRY ? URL.parse(link) : null;
  if (!url || url.username || url.password) return '';
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname));
  return safe && url.href.length <= MAX_ENTRY ? url.href : '';
}
