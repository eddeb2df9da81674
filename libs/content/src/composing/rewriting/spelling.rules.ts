// Spelling: American English as it is written elsewhere, and the other way round, for the offline composer.

/** American and British beginnings of words, and the endings with which they are the same word. */
const SPELLINGS: readonly (readonly [american: string, british: string, endings: string])[] = [
  ...['col', 'flav', 'fav', 'neighb', 'harb', 'od', 'vap', 'arm', 'hum', 'lab', 'behavi'].map(
    (stem) => [`${stem}or`, `${stem}our`, "|s|ed|ful|fully|ing|less|ite|ites|able|'s"] as const,
  ),
  ...['cent', 'fib', 'lit', 'met', 'theat', 'calib', 'kilomet', 'centimet', 'millimet', 'millilit'].map(
    (stem) => [`${stem}er`, `${stem}re`, '|s'] as const,
  ),
  ...[
    'organ',
    'custom',
    'personal',
    'minim',
    'maxim',
    'stabil',
    'steril',
    'moistur',
    'optim',
    'equal',
    'synchron',
  ].flatMap((stem) => [[`${stem}iz`, `${stem}is`, 'e|es|ed|er|ers|ing|able|ation'] as const]),
  ['gray', 'grey', '|s|ish'],
  ['jewelry', 'jewellery', ''],
  ['mold', 'mould', '|s|ed|ing'],
  ['pajama', 'pyjama', '|s'],
  ['catalog', 'catalogue', '|s'],
  ['license', 'licence', '|s'],
  ['plow', 'plough', '|s'],
  ['woolen', 'woollen', '|s'],
  ['travel', 'travell', 'er|ers|ing|ed'],
  ['modeling', 'modelling', ''],
  ['leveling', 'levelling', ''],
  ['labeled', 'labelled', ''],
];
/** Spellings that Canada shares with the United States. */
const AMERICAN_IN_CANADA: readonly RegExp[] = [/iz$/, /^mold$/, /^pajama$/];
/** An American spelling that is right in Britain too, of another thing: a meter measures. Behind a figure it is a length. */
const METER = 'meter';
/** Words that are others outside of North America, and mean nothing else there. */
const WORDS: readonly (readonly [american: string, british: string])[] = [
  ['aluminum', 'aluminium'],
  ['flashlight', 'torch'],
  ['flashlights', 'torches'],
  ['faucet', 'tap'],
  ['faucets', 'taps'],
  ['diaper', 'nappy'],
  ['diapers', 'nappies'],
  ['pacifier', 'dummy'],
  ['stroller', 'pushchair'],
  ['strollers', 'pushchairs'],
  ['sneakers', 'trainers'],
  ['trash can', 'bin'],
  ['comforter', 'duvet'],
];
/** British words that mean the same in American ones, whatever is spoken of. */
const BACK: ReadonlySet<string> = new Set(['aluminium', 'nappy', 'nappies', 'pushchair', 'pushchairs']);

/** A text in English as it is spelt where a tag is from; names, such as a brand, stay as they are. */
export function spelt(text: string, tag: string, names: readonly string[]): string {
  const isAmerican = tag === 'en-US';
  const isCanadian = tag === 'en-CA';
  const spellings = SPELLINGS.filter(
    ([american]) => !isCanadian || !AMERICAN_IN_CANADA.some((pattern) => pattern.test(american)),
  );
  const kept = names.filter(Boolean);
  return spellings
    .map(([american, british, endings]) =>
      isAmerican
        ? ([british, american, endings] as const)
        : ([american === METER ? `(?<=\\d\\s)${METER}` : american, british, endings] as const),
    )
    .concat(
      isCanadian
        ? []
        : WORDS.filter(([, british]) => !isAmerican || BACK.has(british)).map(([american, british]) =>
            isAmerican ? ([british, american, ''] as const) : ([american, british, ''] as const),
          ),
    )
    .reduce((said, [from, to, endings]) => replaced(said, { from, to, endings, kept }), text);
}

interface Replacement {
  from: string;
  to: string;
  endings: string;
  kept: readonly string[];
}

/** Each whole word, written as large as it was. */
function replaced(text: string, { from, to, endings, kept }: Replacement): string {
  const word = new RegExp(`(?<![\\p{L}'’-])(${from})(${endings})(?![\\p{L}])`, 'giu');
  return text.replace(word, (all: string, stem: string, ending: string, place: number) => {
    const isName = kept.some((name) => {
      const at = text.indexOf(name, Math.max(0, place - name.length + 1));
      return at >= 0 && at <= place && at + name.length >= place + all.length;
    });
    return isName ? all : `${asLarge(to, stem)}${ending}`;
  });
}

function asLarge(word: string, like: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase();
  return like.charAt(0) === like.charAt(0).toUpperCase()
    ? word.charAt(0).toUpperCase() + word.slice(1)
    : word;
}
