// Reads which months of the tables the statements of a generation open: not those before its own, of which there are many after a
// year, nor those to come.
import { getGeneration } from '#contracts';
import { plansOf, type Plan } from '#testing/plans';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';

const monthsIn = (plan: Plan): string[] => [
  ...(/^(generation|invocation)_\d{4}_\d{2}$/.exec(plan['Relation Name'] ?? '')?.slice(0, 1) ?? []),
  ...(plan.Plans ?? []).flatMap(monthsIn),
];

it('a generation opens its own month of each table', async () => {
  const actor = newActor();
  const { appUrl, systemUrl } = environment.servers.database;
  let id = '';
  const work = async (): Promise<void> => {
    id = await environment.createEnded(actor, SUCCESS, { inputs: { productId: productFor(actor).id } });
  };
  const ended = await plansOf(systemUrl, /WITH\s+(claimed|prior) AS/, work);
  const read = await plansOf(appUrl, /AS usage FROM generation/, () =>
    environment.gateway.request(getGeneration, { actor, id }),
  );
  const createdAt = new Date(parseInt(id.replace('-', '').slice(0, 12), 16)); // an id begins with its milliseconds
  const month = createdAt.toISOString().slice(0, 7).replace('-', '_');
  const both = [`generation_${month}`, `invocation_${month}`];
  expect(ended).toHaveLength(2);
  expect([...new Set(ended.flatMap(monthsIn))].toSorted()).toEqual(both);
  expect(read).toHaveLength(1);
  expect([...new Set(read.flatMap(monthsIn))].toSorted()).toEqual(both);
});
