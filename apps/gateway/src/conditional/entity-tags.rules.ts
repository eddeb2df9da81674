// Entity tags (RFC 9110 §8.8.3): writes them, and reads If-Match and If-None-Match. Pure.

/** A quoted text, weak or strong. */
const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAG_LIST = String.raw`${TAG}(?:[ \t]*,[ \t]*${TAG})*`;
const TAGS = new RegExp(String.raw`^[ \t]*${TAG_LIST}[ \t]*$`);

/** What If-Match may be, as a pattern for the API document. */
export const IF_MATCH = String.raw`^(?:\*|${TAG_LIST})$`;

/** A version that no record has. */
const NO_VERSION = 0;

/** The tag of a version of a record. */
export function tagOf(version: number | string): string {
  return `"${version}"`;
}

/**
 * The version that If-Match demands. Undefined: any version (no header, or `*`). 0: a version that no record has, for several
 * tags and for a weak tag, which never match. Else the version, or 'malformed'.
 */
export function demandedVersion(ifMatch: string | undefined): number | undefined | 'malformed' {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  if (!TAGS.test(ifMatch)) return 'malformed';
  const version = /^"([1-9]\d{0,8})"$/.exec(ifMatch.trim())?.[1];
  return version === undefined ? NO_VERSION : Number(version);
}

/** True when If-None-Match names a tag or is `*`. Weak and strong tags are compared alike, and a malformed header names none. */
export function isKnownTag(tag: string, ifNoneMatch: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  if (!TAGS.test(ifNoneMatch)) return false;
  const opaque = tag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([one]) => one === opaque);
}
