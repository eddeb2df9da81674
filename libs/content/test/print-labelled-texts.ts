// npm run test:content: prints how many labelled texts the review catches, by rule and language, and what it gets wrong.
import {
  judgementsOf,
  SET_LANGUAGES,
  SET_NAMES,
  shareOf,
  summaryOf,
  type Judgement,
  type Share,
} from './labelled-texts.ts';

const WIDTH = 21;

const isQuiet = process.argv.includes('--quiet');
for (const set of SET_NAMES) {
  const judgements = judgementsOf(set);
  console.log(`\n${set}: ${judgements.length} texts (found / expected of each rule, by language)`);
  console.log(lineOf('', [...SET_LANGUAGES, 'all']));
  for (const rule of [...new Set(judgements.flatMap(({ rules }) => rules))].sort())
    console.log(
      lineOf(
        rule,
        sharesOf(
          judgements.filter(({ rules }) => rules.includes(rule)),
          ({ found }) => found.includes(rule),
        ),
      ),
    );
  const { faulty = [], good = [] } = Object.groupBy(judgements, ({ rules }) =>
    rules.length > 0 ? 'faulty' : 'good',
  );
  console.log(
    lineOf(
      'faulty: stopped',
      sharesOf(faulty, ({ isStopped }) => isStopped),
    ),
  );
  console.log(
    lineOf(
      'good: false alarms',
      sharesOf(good, ({ isStopped }) => isStopped),
    ),
  );
  const { stopped, named, falseAlarms } = summaryOf(judgements);
  console.log(
    `stopped ${percent(stopped)}, with the expected rule ${percent(named)}, false alarms ${percent(falseAlarms)}`,
  );
  if (!isQuiet) judgements.filter(isWrong).forEach(printWrong);
}

function sharesOf(judgements: readonly Judgement[], condition: (judgement: Judgement) => boolean): string[] {
  const parts = SET_LANGUAGES.map((language) => judgements.filter((one) => one.language === language));
  return [...parts, judgements].map((part) => {
    const { count, of } = shareOf(part, condition);
    return of === 0 ? '' : `${count}/${of}`;
  });
}

function lineOf(name: string, cells: readonly string[]): string {
  return `${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(8)).join('')}`;
}

function percent({ count, of }: Share): string {
  return `${((100 * count) / of).toFixed(1)} %`;
}

function isWrong({ rules, found, isStopped }: Judgement): boolean {
  return rules.length === 0 ? isStopped : !isStopped || !rules.every((rule) => found.includes(rule));
}

function printWrong({ language, application, product, rules, found, isStopped, text }: Judgement): void {
  const verdict = isStopped ? 'stopped' : 'PASSED';
  console.log(
    `  ${language} ${application} ${product} ${verdict}: expected ${rules.join(', ')}; found ${found.join(', ')}`,
  );
  console.log(`    ${[text].flat().join(' | ')}`);
}
