// Checks the routes of the public host: they lead every request that the gateway answers to it, and end none too early.
import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { Check, Cluster } from '../cluster.ts';
import { OPERATIONS } from '../operations.ts';
import { variablesOf } from '../variables.ts';

/** What the gateway serves beside the API: the start, the console and the documentation. */
const PAGES = ['/', '/console/', '/docs', '/openapi.json'];

type Rule = NonNullable<NonNullable<IHTTPRoute['spec']>['rules']>[number];

/** True for a rule that answers nothing itself, but sends clients to https. */
export function leadsToTls({ filters = [] }: Rule): boolean {
  return filters.some(
    ({ type, requestRedirect }) => type === 'RequestRedirect' && requestRedirect?.scheme === 'https',
  );
}

/** The rule that a path takes: an exact one, else the one with the longest prefix. */
function ruleOf(rules: readonly Rule[], path: string): Rule | undefined {
  const ranks = rules.map((rule) => ({ rule, rank: Math.max(...ranksOf(rule, path)) }));
  const best = Math.max(0, ...ranks.map(({ rank }) => rank));
  return ranks.find(({ rank }) => rank > 0 && rank === best)?.rule;
}

/** How closely each match of a rule fits a path; 0 if it does not. */
function ranksOf({ matches = [{}] }: Rule, path: string): number[] {
  return matches.map(({ path: { type = 'PathPrefix', value = '/' } = {} }) => {
    if (type === 'Exact') return value === path ? Infinity : 0;
    const prefix = value.replace(/\/$/, '');
    return path === prefix || path.startsWith(`${prefix}/`) ? value.length : 0;
  });
}

/** The host under which clients reach the gateway. */
function publicHost(cluster: Cluster): string {
  const container = cluster.find('Deployment', 'gateway')?.spec?.template.spec?.containers[0];
  const url = container && variablesOf(cluster, container).find(({ name }) => name === 'PUBLIC_URL')?.value;
  return url ? new URL(url).hostname : '';
}

const paths: Check = (cluster, report) => {
  const all = cluster.all('HTTPRoute');
  if (all.length === 0) return;
  const host = publicHost(cluster);
  const rules = all
    .filter(({ spec }) => spec?.hostnames?.includes(host))
    .flatMap(({ spec }) => spec?.rules ?? []);
  for (const { path, isLong } of [...PAGES.map((page) => ({ path: page, isLong: false })), ...OPERATIONS]) {
    const rule = ruleOf(rules, path);
    if (!rule) report('HTTPRoute', `no route of ${host} leads to ${path}`);
    else if (isLong && rule.timeouts?.request !== '0s')
      report('HTTPRoute', `${path} takes as long as its client wishes, so its rule needs no timeout (0s)`);
  }
};

/** Who types the host of a page comes over plain http first. */
const redirect: Check = (cluster, report) => {
  const all = cluster.all('HTTPRoute');
  if (all.length > 0 && !all.some(({ spec }) => spec?.rules?.some(leadsToTls)))
    report('HTTPRoute', 'no route leads from http to https');
};

/** Routes of the public host. */
export const routeChecks: readonly Check[] = [paths, redirect];
