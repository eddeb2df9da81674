// Tests that the filters of a time say whose days they count: the times in the rows are local ones.
import { readFileSync } from 'node:fs';

it.each(['en', 'zh'])('names UTC beside each day and number of days: %s', (language) => {
  const file = new URL(`./texts.${language}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const ofDays = Object.entries(texts).filter(([key]) => /^days?(_|$)/.test(key));
  expect(ofDays.length).toBeGreaterThan(0);
  for (const [, text] of ofDays) expect(text).toMatch(/[(（]UTC[)）]$/);
});
