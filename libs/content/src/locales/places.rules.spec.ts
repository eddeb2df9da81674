// The languages of marketplaces, and in which of them a text is written.
import { MARKETPLACE_CODES, type Marketplace } from '#contracts';
import { conventionOf, CONVENTIONS } from './conventions.rules.ts';
import { PLACES, placeName, tagFor } from './places.rules.ts';

const tags = Object.values(PLACES).flatMap((place) => place.tags);

describe('the language of a marketplace', () => {
  it.each([
    ['US', 'en-US'],
    ['UK', 'en-GB'],
    ['AU', 'en-AU'],
    ['CA', 'en-CA'],
    ['IN', 'en-IN'],
    ['SG', 'en-SG'],
    ['BE', 'nl'],
    ['BR', 'pt-BR'],
    ['MX', 'es-MX'],
    ['CN', 'zh-CN'],
    ['JP', 'ja'],
    ['AE', 'ar'],
  ] as [Marketplace, string][])('%s is %s', (marketplace, tag) => {
    expect(tagFor(marketplace)).toBe(tag);
  });

  it('is written as it is there when a request names it', () => {
    expect(tagFor('CA', 'fr')).toBe('fr-CA');
    expect(tagFor('UK', 'en')).toBe('en-GB');
    expect(tagFor('US', 'es')).toBe('es-US');
    expect(tagFor('UK', 'en-US')).toBe('en-US');
    expect(tagFor('DE', 'fr')).toBe('fr');
    expect(tagFor(undefined, 'fr')).toBe('fr');
    expect(tagFor(undefined)).toBe('en');
  });

  it('is a canonical tag with conventions, each with its source and day', () => {
    expect(Object.keys(PLACES).sort()).toEqual([...MARKETPLACE_CODES].sort());
    for (const tag of tags) {
      expect(new Intl.Locale(tag).baseName).toBe(tag);
      expect(Object.values(CONVENTIONS)).toContain(conventionOf(tag));
    }
    for (const { from, source } of [...Object.values(PLACES), ...Object.values(CONVENTIONS)]) {
      expect(from).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(source).not.toBe('');
    }
  });

  it('goes with the name of its country', () => {
    expect(placeName('UK')).toBe('United Kingdom (www.amazon.co.uk)');
  });
});
