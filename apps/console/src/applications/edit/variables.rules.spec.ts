import { textFor, unknownVariables, variablesOf } from './variables.rules.ts';

const rows = [
  { name: 'audience ', kind: 'text' },
  { name: 'care-level', kind: 'choice' },
  { name: 'keywords', kind: 'words' },
  { name: 'two words', kind: 'text' },
] as const;
const variables = variablesOf(rows);
const unknownIn = (template: string): string[] => {
  const found = unknownVariables(template, variables);
  for (const { name, start, end } of found) expect(template.slice(start, end).replace(/\s/g, '')).toBe(name);
  return found.map(({ name }) => name);
};

it.each([
  'Write for {{ inputs.audience }} about {{ product.title | upcase }}.',
  '{{ inputs.keywords | join: ", " }} {{ inputs.keywords.size }} {{ inputs["any"] }} {{- inputs.care-level -}}',
  '{% for word in inputs.keywords limit:2 %}{{ word }}{{ forloop.index }}{% endfor %}',
  '{% assign tone = environment.tone | default: "warm" %}{{ tone }}',
  '{% if product.brand contains "Oak" and document %}{{ document.content }}{% else %}-{% endif %}',
  '{% capture line %}{{ product.title }}{% endcapture %}{{ line }}{% case environment.language %}{% when "de" %}{% endcase %}',
  '{% raw %}{{ nothing.here }}{% endraw %}{% comment %}{{ nor.here }}{% endcomment %}',
  'A brace { and {{ "text.in.quotes" }} and inputs.unmarked',
])('finds nothing unknown in %s', (template) => expect(unknownIn(template)).toEqual([]));

it('finds what does not exist, and its places', () => {
  expect(unknownIn('{{ input.audience }} {{ inputs.audiense }} {{ product.titel | upcase }}')).toEqual([
    'input.audience',
    'inputs.audiense',
    'product.titel',
  ]);
  expect(unknownIn('{% if inputs.x == "y" %}{% assign z = products %}{{ z }}{% endif %}')).toEqual([
    'inputs.x',
    'products',
  ]);
  expect(unknownIn('{% for one in inputs.words %}{{ one }}{% endfor %}{{ two }}')).toEqual([
    'inputs.words',
    'two',
  ]);
});

it('says nothing about what is still being typed', () => {
  expect(unknownIn('{{ inputs.aud')).toEqual([]);
});

it('writes a variable as a template has it', () => {
  expect(textFor('inputs', 'audience', rows)).toBe('{{ inputs.audience }}');
  expect(textFor('inputs', 'keywords', rows)).toBe('{{ inputs.keywords | join: ", " }}');
  expect(textFor('inputs', 'two words', rows)).toBe('{{ inputs["two words"] }}');
  expect(textFor('product', 'tags', rows)).toBe('{{ product.tags | join: ", " }}');
  expect(unknownIn(textFor('document', 'title', rows))).toEqual([]);
});
