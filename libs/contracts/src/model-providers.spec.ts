// Compares what is told of the models of two makers with the documentation of the installed clients.
import { readFileSync } from 'node:fs';
import { enabledServers } from './model-providers.ts';

const DOCS = {
  openai: 'node_modules/@ai-sdk/openai/docs/03-openai.mdx',
  anthropic: 'node_modules/@ai-sdk/anthropic/docs/05-anthropic.mdx',
};

/** Whether each model of a documentation takes pictures: the first column of its capabilities. */
function picturesIn(path: string): Map<string, boolean> {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const [, table = ''] = text.split('### Model Capabilities');
  const rows = table.split(':end')[0]!.matchAll(/^\| `([^`]+)`\s*\| <(Check|Cross) \/>/gm);
  return new Map([...rows].map(([, id = '', sign]) => [id, sign === 'Check']));
}

it.each(['openai', 'anthropic'] as const)(
  'the models of %s take the pictures that their client knows of',
  (maker) => {
    const servers = enabledServers({
      MODEL_SERVERS: [],
      OPENAI_API_KEY: 'sk-1',
      ANTHROPIC_API_KEY: 'sk-2',
      SHELFSCRIBE_MODELS: true,
    });
    const models = servers.find(({ name }) => name === maker)?.models ?? [];
    const documented = picturesIn(DOCS[maker]);
    expect(models.map(({ id, images = false }) => [id, images])).toEqual(
      models.map(({ id }) => [id, documented.get(id)]),
    );
    expect(models).not.toEqual([]);
  },
);
