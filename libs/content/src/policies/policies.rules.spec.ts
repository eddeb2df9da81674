// The table of policies: its rows, what holds where, and the rows of a workspace.
import type { GenerationTask, Marketplace, OwnPolicy } from '#contracts';
import { applicationOf } from '../applications/index.ts';
import { contextOf, review } from '../review/review.rules.ts';
import { POLICIES, POLICY_VERSION, policiesAt } from './policies.rules.ts';

const PAGE = [
  'product-title',
  'bullet-points',
  'product-description',
  'rewrite',
  'faq',
  'attributes',
  'localise',
  'alt-text',
];

it('each row has a source, a day and a name of its own', () => {
  for (const { id, from, source } of POLICIES) {
    expect([id, from]).toEqual([id, expect.stringMatching(/^(always|\d{4}-\d\d-\d\d)$/)]);
    expect(source.length).toBeGreaterThan(3);
  }
  expect(new Set(POLICIES.map(({ id }) => id)).size).toBe(POLICIES.length);
  expect(POLICY_VERSION).toMatch(/^2026-\d\d-\d\d\.[0-9a-f]{8}$/);
});

it('the table forbids on each part of a page what it forbids on another', () => {
  const bans = PAGE.map(
    (application) =>
      policiesAt({ application, language: 'en', marketplace: 'US' })
        .filter(({ rule, phrases }) => phrases !== undefined && rule !== 'FORBIDDEN_CHARACTER')
        .map(({ id }) => id)
        .filter((id) => id !== 'unnamed-en'), // a sentence is wrong as a name alone
  );
  expect(bans[0]).toEqual(
    expect.arrayContaining(['price-any', 'availability-any', 'guarantee-any', 'biocide-any']),
  );
  for (const others of bans) expect(others).toEqual(bans[0]);
});

it('what the product is called lifts a row for these words alone, with any ending', () => {
  const title = 'Kneewell Pain-Relief Patch';
  const product = {
    title,
    brand: 'Kneewell',
    description: 'A patch for the knee.',
  } as GenerationTask['product'];
  const rulesOf = (text: string): string[] => {
    const environment = { language: 'en', model: 'test:x', temperature: 0 };
    const task: GenerationTask = { applicationId: 'rewrite', inputs: {}, environment, product };
    const context = contextOf({ task, application: applicationOf(task), secrets: [] });
    return review(text, context).all.map(({ rule }) => rule);
  };
  expect(rulesOf('The Kneewell patch for pain relief is worn on the knee.')).not.toContain('MEDICAL_CLAIM');
  expect(rulesOf('The Kneewell pain relief patch lowers blood pressure.')).toContain('MEDICAL_CLAIM');
});

it.each([
  ['en', 'Wren & Field Nest Box for Blue Tits, 28 mm', 'A nest box of oak for blue tits.'],
  ['en', 'Stahlwerk 10 inch Bastard File', 'A bastard file for metal.'],
  ['de', 'Stahlwerk Bastard-Feile 250 mm', 'Eine Bastard-Feile für Metall.'],
  ['ja', 'ドッグ 糞処理袋', '犬の糞を入れる処理袋です。'],
])('%s: a word that only some mean ill is allowed to “%s”', (language, title, text) => {
  const rulesFor = (name: string): string[] => {
    const product = { title: name, brand: '', description: text } as GenerationTask['product'];
    const environment = { language, model: 'test:x', temperature: 0 };
    const task: GenerationTask = { applicationId: 'product-description', inputs: {}, environment, product };
    const context = contextOf({ task, application: applicationOf(task), secrets: [] });
    return review(text, context).all.map(({ rule }) => rule);
  };
  expect(rulesFor(title)).not.toContain('OFFENSIVE');
  expect(rulesFor('Oakline')).toContain('OFFENSIVE');
});

it.each<[string, string, string[]]>([
  ['en', 'The flag has 50 stars and 13 stripes.', []],
  ['en', 'The bench has 4.8 stars.', ['REVIEW_QUOTE']],
  ['en', 'The bench is rated 3 stars.', ['REVIEW_QUOTE']],
  ['en', 'The bench has 4.75 stars, then 5.0 stars.', ['REVIEW_QUOTE', 'REVIEW_QUOTE']],
  ['en', 'The lamp throws 4,000 stars.', []],
  ['de', 'Die Bank hat 4,85 Sterne.', ['REVIEW_QUOTE']],
  ['es', 'El banco tiene 5,0 estrellas.', ['REVIEW_QUOTE']],
  ['de', 'Die Lichterkette trägt 20 Sterne aus Holz.', []],
  ['de', 'Die Bank hat 4,8 Sterne.', ['REVIEW_QUOTE']],
  ['fr', 'La guirlande porte 50 étoiles sur un fil.', []],
  ['fr', 'Le banc a cinq étoiles.', ['REVIEW_QUOTE']],
  ['zh', '音箱的型号是618。', []],
  ['zh', '618大促，音箱的型号。', ['TIME_BOUND']],
  ['zh', '磨砂膏温和去死皮。', []],
  ['zh', '你去死，去死吧。', ['OFFENSIVE', 'OFFENSIVE']],
  // Each beside what is said of things with the same words.
  ['en', 'Get it at half the price of others.', ['PRICE']],
  ['en', 'It folds to half the size and saves up to 80% of the space.', []],
  ['en', 'It saves up to 80% over pre-filled single serve capsules.', ['PRICE']],
  ['en', 'Buy two get one. Buy one, get one free. Order today and get it tomorrow.', ['PROMOTION', 'PROMOTION', 'PROMOTION', 'AVAILABILITY']],
  ['en', 'It keeps the order of the parts, and today’s tools in order. Get one hand free, and buy two lids.', []],
  ['en', 'Free extra phone case and charger.', ['PROMOTION']],
  ['en', 'Powder-free extra gloves, free of BPA, with an extra case.', []],
  ['de', 'Das Preis-Leistungs-Verhältnis stimmt: zum Bestpreis, ein Tiefpreis.', ['PRICE', 'PRICE', 'PRICE']],
  ['de', 'Ein Preis für die Leistung des Teams, als Pokal.', []],
  ['de', 'Jetzt zugreifen! Heute bestellt, morgen geliefert.', ['PROMOTION', 'AVAILABILITY']],
  ['de', 'Jeden Morgen geliefert: auf Dateien kann man zugreifen.', []],
  ['de', 'Im Angebot, nur noch wenige Stück. Lieferung in 2 Tagen.', ['PROMOTION', 'TIME_BOUND', 'AVAILABILITY']],
  ['de', 'Das Angebot an Farben, nur noch wenige Handgriffe, Lieferung in 2 Teilen.', []],
  ['de', 'Die Marke Nummer 1, die Nummer eins in Deutschland.', ['AUTHORITY_CLAIM', 'AUTHORITY_CLAIM']],
  ['de', 'Bürste Nummer 1 ist weich, und die Nummer eins auf dem Blatt ist rot.', []],
  ['de', 'Wir sind die Nummer 1. Nummer-1-Marke. Die Nummer 1 in Österreich.', ['AUTHORITY_CLAIM', 'AUTHORITY_CLAIM', 'AUTHORITY_CLAIM']],
  ['de', 'Die Nummer 1 auf Amazon. Die Nummer 1 im Test.', ['AUTHORITY_CLAIM', 'AUTHORITY_CLAIM']],
  ['de', 'Schraube Nummer 1 bei der Montage, Nummer 1 unter den Platten, sind Nummer 1 und 2.', []],
  ['de', 'Lieferung in 1 Woche. Lieferung innerhalb 1 Stunde. Lieferung in zwei bis drei Tagen.', ['AVAILABILITY', 'AVAILABILITY', 'AVAILABILITY']],
  ['de', 'Lieferung innerhalb einer Woche.', ['AVAILABILITY']],
  ['de', 'Lieferung in zwei Teilen, in der Tageszeit.', []],
  ['fr', 'Le meilleur rapport qualité-prix. Livrée demain, ou livré en 2 à 3 jours.', ['PRICE', 'AVAILABILITY', 'AVAILABILITY']],
  ['fr', 'De bonne qualité, livré en 2 parties et expédié dans un sac en coton.', []],
  ['fr', 'Commandez vite la marque numéro 1, numéro 1 des ventes.', ['PROMOTION', 'AUTHORITY_CLAIM', 'AUTHORITY_CLAIM']],
  ['fr', 'Numéro 1 en Allemagne, numéro un sur Amazon.', ['AUTHORITY_CLAIM', 'AUTHORITY_CLAIM']],
  ['fr', 'La brosse numéro 1 est souple, la vis numéro 1 sur le plan, le numéro un en rouge.', []],
  ['fr', 'Livré sous 1 semaine, en une semaine, livré dans les deux jours, expédié dans la journée.', ['AVAILABILITY', 'AVAILABILITY', 'AVAILABILITY']],
  ['fr', 'Lampe livrée en mode jour, livrée en deux parties, pour être utilisée dans la journée.', []],
  ['es', 'Relación calidad-precio. Cómpralo ya. Entrega en 24 horas.', ['PRICE', 'PROMOTION', 'AVAILABILITY']],
  ['es', 'La compra cabe en la cesta de calidad, y se entrega en una bolsa de algodón.', []],
  ['es', 'La marca número 1, número uno en ventas. Reduce la presión arterial.', ['MEDICAL_CLAIM', 'AUTHORITY_CLAIM', 'AUTHORITY_CLAIM']],
  ['es', 'Número 1 de ventas, número uno en Amazon.', ['AUTHORITY_CLAIM', 'AUTHORITY_CLAIM']],
  ['es', 'La pieza número 1 entre las dos placas, el número uno en rojo.', []],
  ['es', 'Entrega en 1 semana, entrega en una semana, entrega en dos días.', ['AVAILABILITY', 'AVAILABILITY', 'AVAILABILITY']],
  ['es', 'Entrega en dos cajas para la semana.', []],
  ['es', 'El cepillo número 1 es suave. La válvula regula la presión del agua.', []],
  ['it', 'Rapporto qualità-prezzo, prezzo economico. Acquista subito, spedito in giornata.', ['PRICE', 'PRICE', 'PROMOTION', 'AVAILABILITY']],
  ['it', 'Il consumo economico di energia. Ogni giornata inizia subito.', []],
  ['it', 'In offerta, offerta speciale, in saldo. Consegna in 24 ore.', ['PROMOTION', 'PROMOTION', 'PROMOTION', 'AVAILABILITY']],
  ['it', 'La protezione offerta dal coperchio, con i manici saldi. Consegna in 2 parti.', []],
  ['it', 'Super offerta! Numero 1 per vendite, numero uno su Amazon.', ['AUTHORITY_CLAIM', 'AUTHORITY_CLAIM', 'PROMOTION']],
  ['it', 'Il pezzo numero 1 tra i due pannelli, il numero uno su carta.', []],
  ['it', 'Consegna in 1 settimana, consegna in una settimana, spedito in due giorni.', ['AVAILABILITY', 'AVAILABILITY', 'AVAILABILITY']],
  ['it', 'Marca numero 1. Regola la pressione sanguigna.', ['MEDICAL_CLAIM', 'AUTHORITY_CLAIM']],
  ['it', 'Lo spazzolino numero 1. La valvola regola la pressione dell’acqua.', []],
  ['ja', 'コスパ最強。今すぐご購入ください。', ['PRICE', 'PROMOTION']],
  ['ja', 'スパの気分。今すぐ使えます。', []],
  ['zh', '永久有效，永久不变形。', ['ADVERTISING_LAW', 'ADVERTISING_LAW']],
  ['zh', '采用永久磁铁。', []],
])('%s: a word that is said of things too is refused as sellers say it: %s', (language, text, expected) => {
  const environment = { language, model: 'test:x', temperature: 0 };
  const product = { title: 'Oakline', brand: '', description: text } as GenerationTask['product'];
  const task: GenerationTask = { applicationId: 'product-description', inputs: {}, environment, product };
  const { all } = review(text, contextOf({ task, application: applicationOf(task), secrets: [] }));
  const told = new Set(POLICIES.filter((row) => row.phrases !== undefined).map(({ rule }) => rule as string));
  const found = all.map(({ rule }) => rule).filter((rule) => told.has(rule));
  expect(found.toSorted()).toEqual(expected.toSorted());
}); // prettier-ignore

it('a row holds in the language, the marketplace and the application that it names', () => {
  const ids = (application: string, language: string, marketplace?: Marketplace) =>
    policiesAt({ application, language, marketplace }).map(({ id }) => id);
  expect(ids('product-title', 'de', 'DE')).toContain('promotion-de');
  expect(ids('product-title', 'fr', 'DE')).not.toContain('promotion-de');
  expect(ids('product-title', 'ja', 'JP')).toContain('title-width-jp');
  expect(ids('product-title', 'ja', 'US')).not.toContain('title-width-jp');
  const own = ids('0193a0b0-0000-7000-8000-00000000000a', 'en');
  expect(own).toContain('offensive-any');
  expect(own).not.toContain('price-any');
});

describe('the rows of a workspace', () => {
  const product: GenerationTask['product'] = {
    id: '0193a0b0-0000-7000-8000-000000000001',
    genre: 'Custom',
    title: 'Oakline Garden Bench, oak',
    brand: 'Oakline',
    description: 'A bench of oak for two people, for gardens and balconies.',
    specification: '',
    feature: '',
    mainImage: '',
    link: '',
    createdAt: 0,
    updatedAt: 0,
  };
  const found = (text: string, ...own: OwnPolicy[]): string[] => {
    const task: GenerationTask = {
      applicationId: 'product-description',
      inputs: {},
      environment: { language: 'en', model: 'test:x', temperature: 0 },
      marketplace: 'US',
      product,
      policies: own,
    };
    const given = { task, application: applicationOf(task), secrets: [] };
    const context = contextOf(given);
    return review(text, context).all.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  const text = 'A garden bench of oak for two people. It suits gardens, and cures insomnia in the shade.';
  const row = (rule: OwnPolicy['rule'], more: Partial<OwnPolicy>): OwnPolicy => ({
    id: 'own-1',
    rule,
    severity: 'hard',
    ...more,
  });

  it('add to what is forbidden, asked for and allowed at most', () => {
    const good = 'An Oakline garden bench of oak for two people, for gardens.';
    expect(found(good)).toEqual([]);
    expect(found(good, row('BANNED_TERM', { phrases: ['garden bench'] }))).toEqual(['BANNED_TERM hard']);
    expect(found(good, row('COMPETITOR', { phrases: ['oakline'], severity: 'warning' }))).toEqual([
      'COMPETITOR warning',
    ]);
    expect(found(good, row('OWN_BRAND', { phrases: ['OAKLINE'] }))).toEqual(['OWN_BRAND hard']);
    expect(found(good, row('OWN_BRAND', { phrases: ['Oakline'] }))).toEqual([]);
    expect(found(good, row('REQUIRED_TERM', { phrases: ['teak', 'for gardens'] }))).toEqual([]);
    expect(found(good, row('REQUIRED_TERM', { phrases: ['teak'] }))).toEqual(['REQUIRED_TERM hard']);
    const limit = { field: 'text', unit: 'words', most: 5 } as const;
    expect(found(good, row('LIMIT', { limit }))).toEqual(['LIMIT hard']);
    expect(found(good, row('LIMIT', { limit, languages: ['de', 'en'] }))).toEqual(['LIMIT hard']);
    expect(found(good, row('LIMIT', { limit, languages: ['de'] }))).toEqual([]);
    expect(found(good, row('BANNED_TERM', { phrases: ['oak'], languages: ['de'] }))).toEqual([]);
  });

  it.each<[GenerationTask['applicationId'], GenerationTask['inputs'], boolean]>([
    ['rewrite', { goal: 'fix', text: 'A bench of oak.', for: 'product-title' }, true],
    ['localise', { field: 'title' }, true],
    ['product-title', {}, false],
  ])(
    'hold for %s with %j where they name what writes again, or the kind of text',
    (applicationId, inputs, isAgain) => {
      const environment = { language: 'en', model: 'test:x', temperature: 0 };
      const rules = (...applications: string[]): string[] => {
        const phrases = { phrases: ['garden'], applications };
        const limit = { limit: { field: 'text', unit: 'words', most: 3 }, applications } as const;
        const policies = [row('BANNED_TERM', phrases), row('LIMIT', limit)];
        const task: GenerationTask = {
          applicationId,
          inputs,
          environment,
          marketplace: 'US',
          product,
          policies,
        };
        const context = contextOf({ task, application: applicationOf(task), secrets: [] });
        const title = 'Oakline Garden Bench, oak';
        const { all } = review(applicationId === 'rewrite' ? title : [{ text: title }], context);
        return all.map((check) => check.rule).filter((rule) => rule === 'BANNED_TERM' || rule === 'LIMIT');
      };
      const both = ['LIMIT', 'BANNED_TERM'];
      expect(rules('product-title')).toEqual(both);
      expect(rules('rewrite', 'localise')).toEqual(isAgain ? both : []);
      expect(rules('bullet-points', 'listing')).toEqual([]);
    },
  );

  it('soften a built-in row to a warning only where that may be', () => {
    expect(found(text)).toEqual(['MEDICAL_CLAIM hard']);
    const soften = (softens: string): OwnPolicy => ({ id: 'own-1', severity: 'warning', softens });
    expect(found(text, soften('medical-claim-any'))).toEqual(['MEDICAL_CLAIM warning']);
    expect(found('An Oakline garden bench of oak at a great price.', soften('price-any'))).toEqual([
      'PRICE hard',
    ]);
  });

  it('stay fast with thousands of terms', () => {
    const phrases = Array.from({ length: 2000 }, (_none, place) => `term ${place} of the list`);
    expect(
      found('An Oakline garden bench of oak: term 1999 of the list.', row('BANNED_TERM', { phrases })),
    ).toContain('BANNED_TERM hard');
  });
});
