// Templates of strangers: what they see, and which limit ends those that would take too much.
import { parseTemplate, renderBudget, renderTemplate, TemplateError } from './templates.rules.ts';

const DATA = { product: { title: 'Oak board', tags: ['a', 'b'] }, inputs: { words: 'x'.repeat(8000) } };

/** What a template renders to, or why it does not. */
function outcomeOf(template: string): string {
  try {
    return renderTemplate(template, DATA);
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

it('a template sees the data, and what is missing as nothing', () => {
  const template =
    '{{ product.title | upcase }}{% for tag in product.tags %} {{ tag }}{% endfor %}|{{ document.title }}|';
  expect(renderTemplate(template, DATA)).toBe('OAK BOARD a b||');
});

it.each([
  '{{ product.constructor.name }}{{ product.__proto__ }}{{ product.toString }}',
  '{{ "x".constructor }}{{ inputs.hasOwnProperty }}{{ product.tags.push }}',
  '{{ this }}{{ globalThis }}{{ process.env.PATH }}{{ self }}',
])('%s shows nothing but own data', (template) => {
  expect(renderTemplate(template, DATA)).toBe('');
});

it.each([
  ['{{ product.title', 'not closed'],
  ['{{ product.title | evil }}', 'undefined filter: evil'],
  ['{% include "/etc/passwd" %}', 'tag "include" not found'],
  ['{% render "x" %}', 'tag "render" not found'],
  ['{% layout "x" %}', 'tag "layout" not found'],
  ['x'.repeat(8001), 'parse length limit exceeded'],
])('%s is refused when it is read', (template, reason) => {
  expect(() => parseTemplate(template)).toThrow(reason);
});

const doubled = (use: string): string =>
  `{% capture a %}xxxxxxxxxxxxxxxx{% endcapture %}{% for i in (1..40) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}${use}`;
it.each([
  ['a long loop', '{% for i in (1..1000000000) %}{{ i }}{% endfor %}', 'memory alloc limit exceeded'],
  [
    'nested loops',
    '{% for i in (1..999) %}{% for j in (1..999) %}{% for k in (1..999) %}x{% endfor %}{% endfor %}{% endfor %}',
    'template render limit exceeded',
  ],
  [
    'a loop of table rows',
    '{% tablerow i in (1..90000) %}{{ inputs.words }}{% endtablerow %}',
    'limit exceeded',
  ],
  ['captures that double', doubled('{{ a | url_encode | size }}'), 'memory alloc limit exceeded'],
  [
    'texts that double',
    '{% assign a = "xxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
    'memory alloc limit exceeded',
  ],
  ['a large output', '{% for i in (1..10) %}{{ inputs.words }}{% endfor %}', 'render to more than'],
  ['a wide date', '{{ "now" | date: "%100000000Y" }}', 'memory alloc limit exceeded'],
  [
    'many sorts',
    '{% assign a = inputs.words | split: "" %}{% for i in (1..999) %}{% assign b = a | sort | uniq %}{% endfor %}',
    'limit exceeded',
  ],
])('%s ends at a limit', (_, template, reason) => {
  expect(outcomeOf(template)).toContain(reason);
});

it('the renderings of one request share its budget: after one that took all of it, the next ends at its first tag', () => {
  const budget = renderBudget();
  const endless = '{% for i in (1..10000) %}{% for j in (1..10000) %}{% endfor %}{% endfor %}';
  const render = (template: string) => renderTemplate(template, DATA, budget);
  expect(render('{{ product.title }}')).toBe('Oak board');
  expect(budget.leftMs).toBeGreaterThan(0);
  expect(() => render(endless)).toThrow('template render limit exceeded');
  expect(budget.leftMs).toBeLessThanOrEqual(0);
  expect(() => render('{{ product.title }}')).toThrow('template render limit exceeded');
  expect(renderTemplate('{{ product.title }}', DATA)).toBe('Oak board');
});
