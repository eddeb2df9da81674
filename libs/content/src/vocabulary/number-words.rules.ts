// Number words of the languages of the review, and which of them mean something else as often as not.

const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['1 one', '2 two', '3 three', '4 four', '5 five', '6 six', '7 seven', '8 eight', '9 nine', '10 ten', '11 eleven', '12 twelve dozen', '13 thirteen', '14 fourteen', '15 fifteen', '16 sixteen', '18 eighteen', '20 twenty', '24 twenty-four', '30 thirty', '40 forty', '50 fifty', '60 sixty', '100 hundred', '1000 thousand', '0.5 half'],
  de: ['1 ein eine einem einen einer eins', '2 zwei', '3 drei', '4 vier', '5 fünf', '6 sechs', '7 sieben', '8 acht', '9 neun', '10 zehn', '11 elf', '12 zwölf dutzend', '13 dreizehn', '14 vierzehn', '15 fünfzehn', '16 sechzehn', '18 achtzehn', '20 zwanzig', '24 vierundzwanzig', '30 dreißig', '40 vierzig', '50 fünfzig', '60 sechzig', '100 hundert', '1000 tausend', '0.5 halb halbe halber halben', '1.5 anderthalb eineinhalb'],
  fr: ['1 un une', '2 deux', '3 trois', '4 quatre', '5 cinq', '6 six', '7 sept', '8 huit', '9 neuf', '10 dix', '11 onze', '12 douze douzaine', '13 treize', '14 quatorze', '15 quinze', '16 seize', '20 vingt', '30 trente', '40 quarante', '50 cinquante', '60 soixante', '100 cent', '1000 mille', '0.5 demi demie'],
  es: ['1 un una uno', '2 dos', '3 tres', '4 cuatro', '5 cinco', '6 seis', '7 siete', '8 ocho', '9 nueve', '10 diez', '11 once', '12 doce docena', '13 trece', '14 catorce', '15 quince', '16 dieciséis', '20 veinte', '30 treinta', '40 cuarenta', '50 cincuenta', '60 sesenta', '100 cien ciento', '1000 mil', '0.5 medio media'],
  it: ['1 un uno una', '2 due', '3 tre', '4 quattro', '5 cinque', '6 sei', '7 sette', '8 otto', '9 nove', '10 dieci', '11 undici', '12 dodici dozzina', '13 tredici', '14 quattordici', '15 quindici', '16 sedici', '20 venti', '30 trenta', '40 quaranta', '50 cinquanta', '60 sessanta', '100 cento', '1000 mille', '0.5 mezzo mezza'],
}; // prettier-ignore

/** Number words by language, with their values. */
export const NUMBER_WORDS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(WORDS).map(([language, rows]) => [
    language,
    new Map(
      rows.flatMap((row) =>
        row
          .split(' ')
          .slice(1)
          .map((word) => [word, Number(row.split(' ')[0])] as const),
      ),
    ),
  ]),
);

/** Words that are numbers, and more often something else: facts may say them, a text says nothing with them. */
export const AMBIGUOUS_NUMBERS: ReadonlySet<string> = new Set(['acht', 'neuf', 'sei', 'once', 'dozen', 'cent', 'half', 'medio', 'media', 'mezzo', 'mezza', 'demi', 'demie', 'halb', 'halbe', 'halber', 'halben', 'thousand', 'hundred', 'tausend', 'hundert', 'mille', 'mil', 'sette', 'elf']); // prettier-ignore

const HAN_DIGITS = '零一二三四五六七八九';

/** The value of a number in Chinese characters below ten thousand; NaN for what is none. */
export function hanNumber(text: string): number {
  if (text === '半') return 0.5;
  const plain = text.replace(/[两両]/g, '二').replace(/〇/g, '零');
  const [, thousands, hundreds, tens, ones] =
    /^(?:(.?)千)?零?(?:(.?)百)?零?(?:(.?)十)?(.?)$/u.exec(plain) ?? [];
  const digit = (given: string | undefined, alone: number): number =>
    given === undefined ? 0 : given === '' ? alone : HAN_DIGITS.indexOf(given);
  const parts = [digit(thousands, 1) * 1000, digit(hundreds, 1) * 100, digit(tens, 1) * 10, digit(ones, 0)];
  return plain === '' || parts.some((part) => part < 0) ? NaN : parts.reduce((sum, part) => sum + part, 0);
}

/** A number in Chinese characters counts only before one of these: others are parts of words. */
export const COUNTERS =
  '杯|面|条|把|个(?!人)|只|件|块|顶|种|张|片|层|枚|本|冊|つ|個|升|リットル|克|米|厘米|毫升|毫米|公斤|市斤|斤(?![顶用分型ぁ-んァ-ヶ])|小时|分钟|时|時間|年|个月|天|色|人|台|支|双|套|包|盒|瓶|组|組|点|度';
