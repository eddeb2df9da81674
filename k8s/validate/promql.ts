// What an expression of PromQL asks for.

/** Words of PromQL that are neither functions nor metrics. */
const WORDS = new Set(
  'and or unless by without on ignoring group_left group_right bool offset inf nan'.split(' '),
);

/** The metrics that an expression asks for. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/(?<![\w.$])([a-z_:][\w:]*)(?!\w)\s*(\()?/gi)];
  return names.filter(([, name = '', call]) => !call && !WORDS.has(name)).map(([, name = '']) => name);
}
