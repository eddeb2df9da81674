// Boasts: the best of all, and better than those of others; and what is only said with the same words.
import type { GenerationTask } from '#contracts';
import { applicationOf } from '../applications/index.ts';
import { contextOf, review } from '../review/review.rules.ts';

const TOLD = ['PROMOTION', 'COMPETITOR', 'ADVERTISING_LAW'];

function boastsIn(language: string, text: string, title = 'Oakline Kettle'): string[] {
  const environment = { language, model: 'test:x', temperature: 0 };
  const product = { title, brand: 'Oakline', description: text } as GenerationTask['product'];
  const task: GenerationTask = { applicationId: 'product-description', inputs: {}, environment, product };
  const { all } = review(text, contextOf({ task, application: applicationOf(task), secrets: [] }));
  return all
    .filter(({ severity, rule }) => severity === 'hard' && TOLD.includes(rule))
    .map(({ rule }) => rule);
}

it.each([
  ['en', 'The best kettle in the world.', 'PROMOTION'],
  ['en', 'The safest and most effective baby bed ever made.', 'PROMOTION'],
  ['en', 'The only travel steamer on the market with a lock.', 'PROMOTION'],
  ['en', 'It is the world’s best kettle.', 'PROMOTION'],
  ['en', 'A kettle of unrivalled power and unmatched quality.', 'PROMOTION'],
  ['en', 'Better than any other kettle.', 'COMPETITOR'],
  ['en', 'Unlike the competition, it boils in three minutes.', 'COMPETITOR'],
  ['en', 'Unlike so many other brands of kettles, it is quiet.', 'COMPETITOR'],
  ['en', 'Its walls are much thicker than the competition.', 'COMPETITOR'],
  ['en', 'It boils faster than other brands.', 'COMPETITOR'],
  ['en', 'The only kettle of its kind.', 'PROMOTION'],
  ['en', 'Simply the best kettle money can buy.', 'PROMOTION'],
  ['de', 'Er ist leiser im Vergleich zu Produkten der Konkurrenz.', 'COMPETITOR'],
  ['de', 'Ein Wasserkocher, der seinesgleichen sucht.', 'PROMOTION'],
  ['fr', 'La bouilloire la plus sûre jamais fabriquée.', 'PROMOTION'],
  ['fr', 'Aucune autre bouilloire ne chauffe aussi vite.', 'COMPETITOR'],
  ['es', 'La cafetera más segura jamás fabricada.', 'PROMOTION'],
  ['it', 'Nessun altro tagliere è altrettanto resistente.', 'COMPETITOR'],
  ['ja', '世界で最も安全なケトルです。', 'PROMOTION'],
  ['ja', '他社にはない静かさです。', 'COMPETITOR'],
  ['de', 'Der beste Wasserkocher der Welt.', 'PROMOTION'],
  ['de', 'Der leiseste Wasserkocher auf dem Markt.', 'PROMOTION'],
  ['de', 'Ein Wasserkocher von unübertroffener Qualität.', 'PROMOTION'],
  ['de', 'Anders als die Konkurrenz kocht er leise.', 'COMPETITOR'],
  ['de', 'Er kocht schneller als die Konkurrenz.', 'COMPETITOR'],
  ['de', 'Er ist leiser als jeder andere Wasserkocher.', 'COMPETITOR'],
  ['fr', 'La meilleure poêle du monde.', 'PROMOTION'],
  ['fr', 'La poêle la plus légère du marché.', 'PROMOTION'],
  ['fr', 'Un confort inégalé pour la cuisine.', 'PROMOTION'],
  ['fr', 'Contrairement aux poêles concurrentes, elle est légère.', 'COMPETITOR'],
  ['fr', 'Elle chauffe plus vite que la concurrence.', 'COMPETITOR'],
  ['es', 'La mejor cafetera del mundo.', 'PROMOTION'],
  ['es', 'Inigualable en la cocina.', 'PROMOTION'],
  ['es', 'A diferencia de la competencia, no gotea.', 'COMPETITOR'],
  ['es', 'Dura más que las de la competencia.', 'COMPETITOR'],
  ['it', 'Il miglior tagliere al mondo.', 'PROMOTION'],
  ['it', 'Un tagliere di qualità ineguagliabile.', 'PROMOTION'],
  ['it', 'Come nessun altro tagliere.', 'COMPETITOR'],
  ['it', 'È leggero rispetto ai taglieri della concorrenza.', 'COMPETITOR'],
  ['ja', '史上最高のケトルです。', 'PROMOTION'],
  ['ja', '業界で最も静かなケトルです。', 'PROMOTION'],
  ['ja', '他社の電気ケトルと違い、静かに沸きます。', 'COMPETITOR'],
  ['ja', '他社製品より静かに沸きます。', 'COMPETITOR'],
  ['zh', '不同于其他品牌，这款水壶很安静。', 'COMPETITOR'],
  ['zh', '比其他品牌的水壶更安静。', 'COMPETITOR'],
  ['zh', '水壶的品质无与伦比。', 'ADVERTISING_LAW'],
])('%s: refuses “%s” as %s', (language, text, rule) => {
  expect(boastsIn(language, text)).toContain(rule);
});

it.each([
  ['en', 'For the best dad in the world, and the world’s best grandma.'],
  ['en', 'A model of the tallest tower in the world.'],
  ['en', 'It fits the largest phones on the market.'],
  ['en', 'The best way to brew tea, and your best cup of the day.'],
  ['en', 'Refer to the manufacturer’s guide, and to the manufacturers of the bulbs.'],
  ['en', 'Works with leading brands, and with other brands of capsules.'],
  ['en', 'Unlike coffee, tea is steeped. No other tools are needed.'],
  ['en', 'Runs faster than any other animal. Wash dark socks with unmatched ones.'],
  ['en', 'It is sold only on the market day, and holds up in competition.'],
  ['en', 'The new base is lighter than the one before. Use only filters of its kind.'],
  ['de', 'Für die beste Mutter der Welt.'],
  ['de', 'Am besten auf dem Herd, anders als Kaffee. Ein Begleiter in der Welt des Tees.'],
  ['de', 'Reinigt auch sonst unerreichbare Stellen.'],
  ['fr', 'Aucun autre outil n’est nécessaire. Jamais aussi simple.'],
  ['fr', 'Pour le meilleur papa du monde et les meilleurs amis du monde.'],
  ['fr', 'Contrairement au café, le thé infuse. Le meilleur du thé, sans sucre.'],
  ['es', 'Para la mejor abuela del mundo.'],
  ['es', 'A diferencia del café, el té reposa. Para disfrutar del mejor café.'],
  ['it', 'Per il miglior papà del mondo.'],
  ['it', 'Nessun altro attrezzo è necessario. A differenza del caffè, il tè riposa.'],
  ['ja', '世界一のパパへ。世界で最も高い山の絵柄です。'],
  ['ja', '業界一般の規格の電源で使え、他社の充電器でも充電できます。'],
  ['zh', '可与其他品牌的滤芯搭配使用，不要与其他产品混用。'],
  ['zh', '世界上最高的山的图案，最大容量500毫升。'],
])('%s: allows “%s”', (language, text) => {
  expect(boastsIn(language, text)).toEqual([]);
});

it('a product that is called so may be called so', () => {
  const text = 'The Best Kettle in the World is a book about tea.';
  expect(boastsIn('en', text)).toEqual(['PROMOTION']);
  expect(boastsIn('en', text, 'The Best Kettle in the World, paperback')).toEqual([]);
});
