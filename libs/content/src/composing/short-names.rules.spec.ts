// Tests how long the name of a product is in a sentence: as far as it says what the thing is, and no further.
import { composed, productTask } from '../../test/compositions.ts';

/** How a description of a product opens, of which no more is known than its title, its brand and its categories. */
function openingOf(
  title: string,
  brand: string,
  tags: readonly string[],
  place?: { language: string; marketplace: string },
) {
  const features =
    place?.language === 'de' ? ['2 Jahre Garantie', '40 mm + 20 mm'] : ['4.5 kg', '80 cm + 20 cm'];
  const text = composed(productTask('product-description', { title, brand, tags, features }, place));
  return typeof text === 'string' ? text.split(/[.:,](?:\s|$)/u)[0] : text;
}

it.each([
  // The word for the kind of thing, and no shorter one that begins alike.
  ['Kestrel Warm Glow Wipe Warmer, White', ['Baby', 'Wipe Warmers'], 'Warm Glow Wipe Warmer from Kestrel'],
  [
    'Kestrel Economy View 3 Ring Binder, White',
    ['Office', 'Round Ring Binders'],
    'Economy View 3 Ring Binder from Kestrel',
  ],
  [
    'Kestrel Coin 1/8" x 2-3/4" Cobalt Drill Bit',
    ['Tools', 'Drill Bits'],
    'Coin 1/8" x 2-3/4" Cobalt Drill Bit from Kestrel',
  ],
  [
    'Kestrel Classic 8-Inch Futon Mattress',
    ['Home', 'Futon Mattresses'],
    'Classic 8-Inch Futon Mattress from Kestrel',
  ],
  [
    'Kestrel USB 3.0 Wi-Fi Adapter AC13 Dongle',
    ['PC', 'Network Adapters'],
    'USB 3.0 Wi-Fi Adapter from Kestrel',
  ],
  ['Kestrel Desk Planner/Calendar 2021', ['Office', 'Planners'], 'Desk Planner/Calendar from Kestrel'],
  // Where the name lacks that word, a figure in its middle is a part of it.
  [
    'Kestrel Supplies 307CP 1/2-Inch Pipe Elbow, White',
    ['Pipes', 'Pipe Fittings'],
    'Supplies 307CP 1/2-Inch Pipe Elbow from Kestrel',
  ],
  ['Kestrel Fone 11, 64GB', ['Phones', 'Cell Phones'], 'Fone 11 from Kestrel'],
  [
    'Kestrel Silicone Sealant Clear 3 Ounces',
    ['Pets', 'Water Treatments'],
    'Silicone Sealant Clear from Kestrel',
  ],
  ['Kestrel Leather Strap 1 Inch Wide 72 Inches Long', ['Crafts', 'Scraps'], 'Leather Strap from Kestrel'],
  // Of what the category is made, or for what it is, it has other words.
  [
    'Kestrel Organic Coconut Oil, Cold Pressed',
    ['Food', 'Oils', 'Coconut'],
    'Organic Coconut Oil from Kestrel',
  ],
  ['Kestrel Air Running Sneaker', ['Shoes', 'Running'], 'Air Running Sneaker from Kestrel'],
  ['Kestrel Drill Bit Set, Steel', ['Tools', 'Drill Bits'], 'Drill Bit Set from Kestrel'],
  [
    'Kestrel Convertible Futon Sofa Bed',
    ['Home', 'Futons', 'Futon Sets'],
    'Convertible Futon Sofa Bed from Kestrel',
  ],
  // Words for search behind it are not told, nor what only prepares another phrase.
  [
    'Kestrel Clear Serving Tray Makeup Jewelry Perfume Holder Box',
    ['Home', 'Serving Trays'],
    'Clear Serving Tray from Kestrel',
  ],
  [
    'Kestrel Vegan Vanilla Marshmallow Perfect for Snacks and Long Summer Nights by the Fire',
    ['Food', 'Marshmallows'],
    'Vegan Vanilla Marshmallow from Kestrel',
  ],
  // What an accessory belongs to is no name for it.
  [
    'Kestrel Guitar Capo Quick Change Clamp Key',
    ['Musical Instruments', 'Guitars', 'Accessories'],
    'Guitar Capo Quick Change Clamp Key from Kestrel',
  ],
  [
    'Kestrel Phone Grip Ring Stand Finger Loop Holder',
    ['Electronics', 'Cell Phones', 'Mounts'],
    'Phone Grip Ring Stand Finger Loop Holder from Kestrel',
  ],
  [
    'Kestrel Phone 3-in-1 Charger Cable',
    ['Electronics', 'Cell Phones', 'Mounts'],
    'Phone 3-in-1 Charger Cable from Kestrel',
  ],
  [
    'Kestrel Dog Collar Reflective Nylon Buckle Strap',
    ['Pets', 'Dogs', 'Training'],
    'Dog Collar Reflective Nylon Buckle Strap from Kestrel',
  ],
  [
    'Kestrel Printer Toner Cartridge Black High Yield Replacement',
    ['Office', 'Printers', 'Supplies'],
    'Printer Toner Cartridge Black High Yield Replacement from Kestrel',
  ],
  // What it is like is no name.
  ['Kestrel Butt Lifting Anti Cellulite Leggings', ['Women', 'Leggings'], 'Leggings from Kestrel'],
])('“%s” among %j is called %s', (title, tags, expected) => {
  expect(openingOf(title, 'Kestrel', tags)).toBe(expected);
});

it.each([
  ['a number behind a brand is of its name', 'Kestrel 4 Slim Console', 'Kestrel', 'Kestrel 4 Slim Console'],
  [
    'a number in front of a measure is too',
    'Kestrel 4 Slim Console 12 V',
    'Kestrel',
    'Kestrel 4 Slim Console',
  ],
  ['a model is none', 'Kestrel 4100X Slim Console', 'Kestrel', '4100X Slim Console from Kestrel'],
  [
    'a brand is no part of another name',
    'Fone 4 AB&C Prepaid Handset',
    'AB',
    'Fone 4 AB&C Prepaid Handset from AB',
  ],
])('%s: %s', (_why, title, brand, expected) => {
  expect(openingOf(title, brand, ['Games', 'Consoles', 'Handsets'])).toBe(expected);
});

it.each([
  ['Kestrel Küchenuhr 30 cm Holz leise', ['Wohnen', 'Küchenuhren'], 'Küchenuhr von Kestrel'],
  [
    'Kestrel Küchenset 12 Küchenmesser Stahl',
    ['Küche', 'Küchenmesser'],
    'Küchenset 12 Küchenmesser Stahl von Kestrel',
  ],
  ['Kestrel Malbuch ab 4 Jahren', ['Spielzeug', 'Malbücher'], 'Malbuch von Kestrel'],
  ['Kestrel Bratpfanne 28 cm Gusseisen Induktion', [], 'Bratpfanne von Kestrel'],
])('in German “%s” among %j is called %s', (title, tags, expected) => {
  expect(openingOf(title, 'Kestrel', tags, { language: 'de', marketplace: 'DE' })).toBe(expected);
});
