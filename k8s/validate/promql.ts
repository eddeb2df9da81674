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

/** What a part of an expression selects. */
export interface Selector {
  /** The name of the metric; the whole selector if it has no plain name. */
  metric: string;
  /** The label matchers, such as {queue="a",state=~"b|c"}; empty if there are none. */
  matchers: string;
}

/** The selectors of a valid expression. */
export function selectorsIn(expression: string): Selector[] {
  const text = withoutVariables(expression);
  const selectors: Selector[] = [];
  parser.parse(text).iterate({
    enter: ({ name, node }) => {
      if (name !== 'VectorSelector') return;
      const { from, to } = node.getChild('Identifier') ?? node;
      const matchers = node.getChild('LabelMatchers');
      selectors.push({
        metric: text.slice(from, to),
        matchers: matchers ? text.slice(matchers.from, matchers.to) : '',
      });
    },
  });
  return selectors;
}

/** The metrics that a valid expression selects. */
export function metricsIn(expression: string): string[] {
  return selectorsIn(expression).map(({ metric }) => metric);
}
