// Measures of the source data in the units of the marketplace, and that a text may say them.
import type { GenerationTask, Marketplace } from '#contracts';
import { applicationOf, contextOf, review } from '#content';
import { tagFor } from '../locales/places.rules.ts';
import { sourceDataOf } from '../source-data/source-data.rules.ts';
import { conversionsOf, converted as inUnitsOf } from './conversions.rules.ts';

const taskFor = (marketplace: Marketplace | undefined, facts: string): GenerationTask => ({
  applicationId: 'product-description',
  inputs: { facts },
  environment: { language: tagFor(marketplace), model: 'test:x', temperature: 0 },
  marketplace,
});
const converted = (marketplace: Marketplace | undefined, facts: string): string[] => {
  const task = taskFor(marketplace, facts);
  return conversionsOf(task, sourceDataOf(task)).map(({ said, there }) => `${said} = ${there}`);
};

it.each<[Marketplace, string, string[]]>([
  ['DE', 'Table of 60 in, 4.4 lb', ['60 in = 152 cm', '4.4 lb = 2 kg']],
  ['DE', '9 x 5 x 10 in', ['9 (inch) = 22,9 cm', '5 (inch) = 12,7 cm', '10 in = 25,4 cm']],
  ['UK', 'Hose of 50 ft, bottle of 16 fl oz', ['50 ft = 15.2 m', '16 fl oz = 473 ml']],
  ['US', 'Brett 40 cm, 900 g, bis 200 °C', ['40 cm = 15.7 in', '900 g = 1.98 lb', '200 °C = 392 °F']],
  ['JP', 'Pot up to 400 °F', ['400 °F = 204 °C']],
  ['AE', 'Table of 60 in', ['60 in = 152 cm']],
  ['US', 'Freezer safe to -20 °C', ['-20 °C = -4 °F']],
  ['US', 'Freezer safe to minus 20 °C', ['minus 20 °C = -4 °F']],
  ['US', '耐温-20℃', ['-20℃ = -4 °F']],
  ['US', 'From −20 to +60 °C', ['−20 (celsius) = -4 °F', '60 °C = 140 °F']],
  ['US', 'At 10-20 °C', ['10 (celsius) = 50 °F', '20 °C = 68 °F']],
  ['US', 'At 10°C-20°C', ['10°C = 50 °F', '20°C = 68 °F']],
  ['AE', 'Freezer safe to -4 °F', ['-4 °F = -20 °C']],
  ['UK', 'Frame of 6 ft 2 in', ['6 ft 2 in = 188 cm']],
  ['UK', 'Frame of 5\'3" at 2 lb 4 oz', ['5\'3" = 160 cm', '2 lb 4 oz = 1.02 kg']],
  ['DE', '2 x 16 ft cables, a shelf 7 ¾ in wide', ['16 ft = 4,88 m', '7 ¾ in = 19,7 cm']],
  ['US', '4 x 100 ml bottles', ['100 ml = 3.38 fl oz']],
])('for %s, %s gives %j', (marketplace, facts, expected) => {
  expect(converted(marketplace, facts)).toEqual(expected);
  const task = taskFor(marketplace, `Oak board for kitchens. ${facts}`);
  const context = contextOf({ task, application: applicationOf(task), secrets: [] });
  for (const conversion of expected) {
    const { all } = review(`Oak board, ${conversion.split(' = ')[1]}.`, context);
    expect(all.map(({ rule }) => rule)).not.toContain('UNGROUNDED_NUMBER');
  }
});

it('nothing is converted that stands there already, can be read in two ways, or is for no known marketplace', () => {
  expect(converted('DE', 'Cable of 3 m (9.8 ft)')).toEqual([]);
  expect(converted('DE', 'Tumbler of 20 oz')).toEqual([]);
  expect(converted('DE', 'Rope of 1,250 ft')).toEqual([]);
  expect(converted('DE', 'Board of 40 cm, 2 pieces')).toEqual([]);
  expect(converted(undefined, 'Table of 60 in')).toEqual([]);
});

it.each<[Marketplace, string]>([
  ['UK', 'Available since 2019 in Germany and Austria.'],
  ['UK', 'Set of 6 in black and white, set of six in black.'],
  ['UK', 'Ranked 1 in comfort, rated 4.8 in tests, with 2 in-ear buds.'],
  ['UK', '90 ft-lbs or 90 ft lbs of torque.'],
  ['UK', '100 lb-ft of torque, torque 100 lb ft, 20 lb. ft.'],
  ['US', '12 kg·m or 100 kg-m.'],
  ['UK', '1850 in Berlin, 3 in 1.'],
  ['UK', '2-IN-1: can be a gate. 3-in-one. Of steel 18/10 in black.'],
  ['UK', '18/10 in black is the steel.'],
  ['US', '4G and 5G networks.'],
  ['UK', 'Size 9 ½ in brown leather'],
  ['US', 'Jeans in size 10 M and 12 L.'],
  ['US', '120 g/m² or 300 g m2, 2-4 km/h, 30 km/h.'],
])('for %s, “%s” measures nothing that is said otherwise there', (marketplace, text) => {
  expect(converted(marketplace, text)).toEqual([]);
  expect(inUnitsOf(text, marketplace, 'en')).toBe(text);
});

it.each<[Marketplace, string, string]>([
  ['UK', 'Frame of 6 ft 2 in, 5-6 ft long.', 'Frame of 188 cm, 152-183 cm long.'],
  ['UK', 'Board of 9 x 5 x 10 in oak, 1/2 in thick.', 'Board of 22.9 x 12.7 x 25.4 cm oak, 1.27 cm thick.'],
  [
    'UK',
    'Hose of 50 in (127 cm), 10 in by 20 in, 1 1/2 in at the rim.',
    'Hose of 127 cm (127 cm), 25.4 cm by 50.8 cm, 3.81 cm at the rim.',
  ],
  ['UK', '10 in Cast Iron Skillet', '25.4 cm Cast Iron Skillet'],
  ['UK', 'Desk\n27 in monitor, 5 lb in total', 'Desk\n68.6 cm monitor, 2.27 kg in total'],
  ['US', 'Holds 1.7 L of water, 5 m long.', 'Holds 57.5 fl oz of water, 16.4 ft long.'],
  ['UK', '9"W x 5"L x 3.5"H', '22.9 cm W x 12.7 cm L x 8.89 cm H'],
  ['UK', '48”W x 24”H (120cm x 60cm)', '122 cm W x 61 cm H (120cm x 60cm)'],
  ['US', 'Box of 18L x 18 B x 15H cm', 'Box of 7.09L x 7.09 B x 5.91H in'],
  ['UK', '2-in-1 box, 7 ¾ inch wide, 8in-9in high', '2-in-1 box, 19.7 cm wide, 20.3 cm-22.9 cm high'],
  ['UK', '1 x 16.4 feet led strip', '1 x 5 m led strip'],
  ['US', '20Lx30Wx15H cm', '7.87Lx11.8Wx5.91H in'],
  ['US', '20L×30W×15H cm', '7.87L×11.8W×5.91H in'],
  ['UK', '9"Lx5"Wx3"H', '22.9 cm Lx12.7 cm Wx7.62 cm H'],
  ['US', '2 or 3 m long, 40 por 60 cm', '6.56 or 9.84 ft long, 15.7 por 23.6 in'],
  ['UK', '48 in x 24 in desk, 2 by 4 by 40 in boards', '122 cm x 61 cm desk, 5.08 by 10.2 by 102 cm boards'],
  ['US', '4 x 100 ml bottles', '4 x 3.38 fl oz bottles'],
  ['US', '4 mal 100 ml, 6 per 250 g', '4 mal 3.38 fl oz, 6 per 8.82 oz'],
  ['UK', 'Photos of 5 x 7 inches, 8x10 inch frame', 'Photos of 12.7 x 17.8 cm, 20.3x25.4 cm frame'],
  [
    'UK',
    '3 x 9 feet, of 1 x 6 x 48 in boards, 3 x 3 ft x 20 in',
    '91.4 x 274 cm, of 2.54 x 15.2 x 122 cm boards, 91.4 x 91.4 cm x 50.8 cm',
  ],
])('for %s, “%s” reads “%s”', (marketplace, text, expected) => {
  expect(inUnitsOf(text, marketplace, 'en')).toBe(expected);
});

it.each<[Marketplace, string]>([
  ['UK', '2 x 16 ft cables'],
  ['UK', '4 X 10.5" dinner plates'],
  ['UK', '2x3.3ft+2x1.6ft long'],
  ['UK', '2 x 32 ft'],
  ['UK', '1 x 2 in'],
  ['US', 'Pack of 6 or 750 g'],
  ['US', 'Pack of 2 or 3 kg, class 2 or 3 m'],
  ['US', 'Size 8 or 30 cm'],
  ['US', 'Qi2 or 3 m'],
])(
  'for %s, in “%s” the first figure may be a measure or not, so that nothing is converted',
  (marketplace, text) => {
    expect(inUnitsOf(text, marketplace, 'en')).toBe(text);
  },
);
