// Says how many texts an experiment would have written and what they would cost, and begins it.
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../../api/use-session.tsx';
import { Refusal } from '../../form/refusal.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { moneyOf, USD } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { modelsQuery } from '../../reference/reference.queries.ts';
import { productsNeeded, QUALITY } from '../scores.rules.ts';
import { areAlike, type ExperimentDraft } from './experiment-draft.rules.ts';
import type { Price } from './use-price.tsx';

interface PriceCardProps {
  price: Price;
  draft: ExperimentDraft;
  /** Products of the dataset; undefined until one is chosen. */
  cases: number | undefined;
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  start: { error: Error | null; isPending: boolean };
  onBudget: (budget: number | undefined) => void;
}

export function PriceCard({ price, draft, cases, refused, start, onBudget }: PriceCardProps) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const headingId = useId();
  const hint = useKeyHint();
  const mayWrite = useMayWrite();
  const { data: models = [] } = useQuery(modelsQuery);
  const currency = models.find(({ prices }) => prices)?.prices?.currency ?? USD;
  const { estimate, isCurrent, isUnfilled, error } = price;
  const needed = productsNeeded(QUALITY.length * (draft.arms.length - 1));
  return (
    <Card withBorder component="section" aria-labelledby={headingId}>
      <Stack gap="md">
        <Title order={2} id={headingId}>
          {t('price.title')}
        </Title>
        <Refusal
          error={start.error ?? error}
          running="/experiments"
          onRetry={start.error ? undefined : price.retry}
        />
        <Text role="status">{whatIsIt()}</Text>
        {estimate?.judgements !== undefined && (
          <Text>{t('price.judgements', { count: estimate.judgements })}</Text>
        )}
        {areAlike(draft.arms) && <Text>{t('price.alike')}</Text>}
        {cases !== undefined && cases < needed && <Text>{t('price.few', { count: cases, needed })}</Text>}
        <TextInput
          maw={420}
          type="number"
          min={0}
          step={0.01}
          label={t('price.budget', { currency })}
          description={t('price.budgetHelp')}
          error={refused.maxCostMicros}
          value={draft.budget ?? ''}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onBudget(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
          }
        />
        {mayWrite && (
          <Group>
            <Button type="submit" disabled={!isCurrent} loading={start.isPending} {...hint('Ctrl+Enter')}>
              {t('price.start')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );

  function whatIsIt(): string {
    if (isUnfilled) return t('price.unfilled');
    if (!isCurrent || !estimate) return error ? '' : t('price.asking');
    const { costMicros } = estimate.estimate;
    if (costMicros === null) return t('price.unknown', { count: estimate.count });
    if (costMicros === 0) return t('price.free', { count: estimate.count });
    const cost = moneyOf(costMicros, currency, language);
    return t('price.about', { count: estimate.count, cost });
  }
}
