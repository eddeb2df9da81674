// Parses PromQL expressions of alerts and dashboards.
import { parser } from '@prometheus-io/lezer-promql';

/** Replaces the variable that Grafana fills in before it sends a query; variables inside strings need no value. */
export function withoutVariables(expression: string): string {
  return expression.replaceAll('$__rate_interval', '5m');
}

/** Where an expression stops being PromQL, with the text from there on; undefined for a valid expression. */
export function syntaxError(expression: string): string | undefined {
  const text = withoutVariables(expression);
  let error: string | undefined;
  parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (type.isError) error ??= `syntax error at "${text.slice(from, from + 30)}"`;
    },
  });
  return error;
}

/** The metrics that a valid expression selects. A selector without a plain name counts by its whole text. */
export function metricsIn(expression: string): string[] {
  const text = withoutVariables(expression);
  const names: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, node }) => {
      if (name !== 'VectorSelector') return;
      const { from, to } = node.getChild('Identifier') ?? node;
      names.push(text.slice(from, to));
    },
  });
  return names;
}
