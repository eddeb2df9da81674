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
  ['fr', 'Aucune autre marque ne chauffe aussi vite.', 'COMPETITOR'],
  ['es', 'La cafetera más segura jamás fabricada.', 'PROMOTION'],
  ['it', 'Nessun altro prodotto è altrettanto resistente.', 'COMPETITOR'],
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
  ['it', 'Come nessun altro prodotto.', 'COMPETITOR'],
  ['it', 'È leggero rispetto ai taglieri della concorrenza.', 'COMPETITOR'],
  ['ja', '史上最高のケトルです。', 'PROMOTION'],
  ['ja', '業界で最も静かなケトルです。', 'PROMOTION'],
  ['ja', '他社の電気ケトルと違い、静かに沸きます。', 'COMPETITOR'],
  ['ja', '他社製品より静かに沸きます。', 'COMPETITOR'],
  ['zh', '不同于其他品牌，这款水壶很安静。', 'COMPETITOR'],
  ['zh', '比其他品牌的水壶更安静。', 'COMPETITOR'],
  ['zh', '水壶的品质无与伦比。', 'ADVERTISING_LAW'],
  ['en', 'It is lighter than competing products.', 'COMPETITOR'],
  ['en', 'No other brand offers so much.', 'COMPETITOR'],
  ['en', 'Its quality is unsurpassed.', 'PROMOTION'],
  ['de', 'Kein anderes Produkt bietet so viel.', 'COMPETITOR'],
  ['fr', 'Elle est plus solide que les autres marques.', 'COMPETITOR'],
  ['es', 'Una calidad insuperable para el té.', 'PROMOTION'],
  ['es', 'Pesa menos que la competencia.', 'COMPETITOR'],
  ['it', 'È di un comfort senza pari.', 'PROMOTION'],
  ['ja', '他社製アダプターより静かです。', 'COMPETITOR'],
  ['ja', '他のどの製品よりも静かです。', 'COMPETITOR'],
  ['zh', '比同行更安静，这款系列比其他品牌更轻。', 'COMPETITOR'],
  ['zh', '天下第一的水壶。', 'ADVERTISING_LAW'],
  ['ja', '世界最高峰の品質のケトルです。', 'PROMOTION'],
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
  ['fr', 'Compatible avec les machines Acme ainsi que d’autres marques.'],
  ['ja', '他社製アダプターの使用により故障することがあります。'],
  ['ja', '他社製品の使用により生じた損害は保証の対象外です。'],
  ['ja', '他社製品でもより静かに使えます。'],
  ['en', 'Players work together rather than competing with each other.'],
  ['en', 'For athletes other than competitors.'],
  ['en', 'The Pro is quieter than any other kettle we make.'],
  ['fr', 'Elle chauffe mieux que tous les autres modèles de la gamme.'],
  ['ja', 'シリーズの他のどのサイズよりも大きいケトルです。'],
  ['ja', '他のどの動物よりも速いチーターの絵本です。'],
  ['ja', '形状は他社製品と異なる場合があります。'],
  ['es', 'Las mejores vistas del mundo en un póster.'],
  ['zh', '比同类型的上一代产品小。'],
  ['zh', '比同行的人多走一步。'],
  ['en', 'No other setting offers so much heat.'],
  ['it', 'Nessun altro pulsante offre questa funzione.'],
  ['es', 'Ningún otro botón ofrece esta función.'],
  ['fr', 'Aucun autre bouton n’offre cette fonction.'],
  ['de', 'Kein anderer Knopf bietet das.'],
  ['en', 'A royal flush beats every other hand.'],
  ['it', 'Vince chi fa più punti dei concorrenti.'],
  ['es', 'Gana quien tiene más cartas que la competencia.'],
  ['es', 'Hay que tener más cartas que la competencia, para que la competencia pierda.'],
  ['fr', 'Il faut avoir plus de cartes que ses concurrents.'],
  ['es', 'Dos calcetines sin igual tamaño, y obstáculos insuperables.'],
  ['it', 'Gioco per imparare i numeri senza pari o dispari, con un ostacolo insuperabile.'],
  ['fr', 'On voit un relief inégalé sur la carte.'],
  ['de', 'Eine unvergleichliche Geschichte, die ihresgleichen sucht.'],
  ['zh', '画面是天下第一关山海关。'],
  ['zh', '世界最轻的金属是什么？'],
  ['ja', '世界最高峰のエベレストを描いたパズルです。'],
  ['en', 'An unparalleled story.'],
  ['en', 'The book tells of the best team of all time.'],
  ['en', 'A puzzle of the finest paintings in the world.'],
  ['en', 'The best tea gardens in the world supply the leaves.'],
  ['de', 'Die besten Teegärten der Welt liefern die Blätter.'],
  ['fr', 'Les meilleurs jardins de thé du monde donnent les feuilles.'],
  ['es', 'Los mejores jardines de té del mundo dan las hojas.'],
  ['it', 'I migliori giardini di tè del mondo danno le foglie.'],
])('%s: allows “%s”', (language, text) => {
  expect(boastsIn(language, text)).toEqual([]);
});

it('a product that is called so may be called so', () => {
  const text = 'The Best Kettle in the World is a book about tea.';
  expect(boastsIn('en', text)).toEqual(['PROMOTION']);
  expect(boastsIn('en', text, 'The Best Kettle in the World, paperback')).toEqual([]);
});
