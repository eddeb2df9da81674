// What the offline composers read out of texts with the flaws of real ones.
import { languageOf } from '../findings/languages.rules.ts';
import { capitalised, sentencesOf, tidy } from './cleaning.rules.ts';
import { phrasesOf } from './phrases/all-phrases.rules.ts';

const readIn = (code: string, text: string): string[] =>
  sentencesOf(text, languageOf(code), phrasesOf(languageOf(code))!);

it.each([
  ['𝐓𝐇𝐄 𝐅𝐈𝐑𝐒𝐓 lid of steel', 'The first lid of steel'],
  ['﹡﹡﹡﹡About the pan﹡﹡﹡﹡', 'About the pan'],
  ['~~~ Two handles ~~~', 'Two handles'],
  ['幅広の方にも◎柔らかいソール', '幅広の方にも。柔らかいソール'],
  ['A 30&deg; angle &amp; a knob<br>of brass', 'A 30° angle & a knob\nof brass'],
  ['gro&szlig;e Br&ouml;tchen, 20 &times; 30 cm, caf&#233; &#x263A; &amp;uuml;', 'große Brötchen, 20 × 30 cm, café &uuml;'],
  ['<b>Size</b> &lt; 1 m when &gt;3 are folded', 'Size < 1 m when >3 are folded'],
  ['BELASTBAR BIS 150 kg', 'Belastbar bis 150 kg'],
  ['SUOLA ANTISCIVOLO SRC', 'Suola antiscivolo SRC'],
  ['＼たった2週間／', 'たった2週間'],
  ['MENS RUNNING SHOES WITH BREATHABLE MESH', 'Mens Running Shoes with Breathable Mesh'],
  ['LED lamp with HDMI and a switch of brass', 'LED lamp with HDMI and a switch of brass'],
])('a text “%s” is read as “%s”', (text, expected) => {
  expect(tidy(text)).toBe(expected);
}); // prettier-ignore

it.each([
  ['en', 'Designed by Mr. Brown. It is light.', ['Designed by Mr. Brown.', 'It is light.']],
  ['en', 'Holds approx. 2 litres, incl. Lid. It is light.', ['Holds approx. 2 litres, incl. Lid.', 'It is light.']],
  ['de', 'Hitzebeständig, z. B. für Steaks, u. a. Rind, d. h. für alle. Sie ist rund.', ['Hitzebeständig, z. B. für Steaks, u. a. Rind, d. h. für alle.', 'Sie ist rund.']],
  ['de', 'Es gibt ihn auch in S. Der Griff ist aus Holz.', ['Es gibt ihn auch in S.', 'Der Griff ist aus Holz.']],
  ['fr', 'Elle est pliante; elle tient debout !', ['Elle est pliante\u00a0; elle tient debout']],
  ['fr-CA', 'Elle est pliante ; elle a 2 tailles : S et L.', ['Elle est pliante; elle a 2 tailles\u00a0: S et L.']],
  ['en', 'Made of oak.This bench seats two!! Steel feet,rubber soles .', ['Made of oak.', 'This bench seats two', 'Steel feet, rubber soles.']],
  ['en', 'It has DAB and Bluetooth 5.0,dual alarm(no snooze). It is light and r.', ['It has DAB and Bluetooth 5.0, dual alarm (no snooze).']],
  ['en', 'Rings with the seal removed can not be returned. The stone is onyx.', ['The stone is onyx.']],
  ['es', 'Es una aventura (¡y un lío! en casa). Lavar antes.', ['Lavar antes.']],
  ['ja', '「消したっけ？」と不安な時も安心です。小型です。', ['小型です。']],
  ['es', 'Cambia de color. ¡Perfecta para fiestas!', ['Cambia de color.', 'Perfecta para fiestas']],
  ['zh', '亮度最高约四小时。(不含充电头)', ['亮度最高约四小时。(不含充电头)']],
  ['es', 'Para correr o sacar al perro.4 bolsillos con cremallera. El regulador NO se incluye.', ['Para correr o sacar al perro. 4 bolsillos con cremallera.', 'El regulador no se incluye.']],
  ['it', 'Conforme al GDPR.Max 8 fogli. Ti rimandiamo i sacchetti gratis.', ['Conforme al GDPR.', 'Max 8 fogli.']],
  ['ja', '柔らかいソールです。クーポンで30％OFF。', ['柔らかいソールです。']],
  ['zh', '轮子可拆换。锁坏了免费换新，终身维修。', ['轮子可拆换。']],
  ['en', 'Package Includes: • One cup. • Two lids.', ['One cup.', 'Two lids.']],
  ['en', 'Product Description: The bench seats two.', ['The bench seats two.']],
  ['en', 'What is in it? See B0ABCDEFGH. Seats two.', ['Seats two.']],
  ['en', 'Pls purchase it freely! Seats two.', ['Seats two.']],
  ['en', 'If you have any questions, write. The oak is oiled.', ['The oak is oiled.']],
  ['en', 'We make benches. They seat two. The oak is oiled.', ['The oak is oiled.']],
  ['de', 'Bitte kontaktieren Sie uns. Sie ist leicht. Der Bezug ist aus Leinen.', ['Der Bezug ist aus Leinen.']],
  ['fr', 'Livraison gratuite ! Le bois est huilé.', ['Le bois est huilé.']],
  ['es', '¡Envío gratis en 24 horas! La madera se pule.', ['La madera se pule.']],
  ['it', 'Per qualsiasi domanda contattateci. Il legno è oliato.', ['Il legno è oliato.']],
  ['zh', '如有问题请联系客服。杯口宽四厘米。', ['杯口宽四厘米。']],
  ['ja', '今だけ送料無料！座面は丸いです。', ['座面は丸いです。']],
])('in %s, “%s” has the sentences %j', (code, text, sentences) => {
  expect(readIn(code, text)).toEqual(sentences);
}); // prettier-ignore

it('what a seller says of itself is found without its accents', () => {
  expect(readIn('es', 'ATENCION AL CLIENTE 24 horas. No destiñe.')).toEqual(['No destiñe.']);
});

it('a text begins with a capital, but a name that has a small letter keeps it', () => {
  expect(['oak and steel', 'iPhone 15 case'].map(capitalised)).toEqual(['Oak and steel', 'iPhone 15 case']);
});
