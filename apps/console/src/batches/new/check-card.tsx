// Says what a batch would be, before it is begun.
import { Button, Card, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Refusal } from '../../form/refusal.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { durationRangeOf, moneyOf, moneyRangeOf, USD } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import classes from '../batches.module.css';
import type { Estimate } from '../batches.queries.ts';
import { PartlyBegun } from '../use-begin.tsx';
import type { Forecast } from './forecast.rules.ts';
import type { Check, LeftOut } from './use-check.tsx';
import { TRIAL, type Start } from './use-start.tsx';
import { Facts } from '../../page/index.ts';

const MINUTE = 60;

interface CheckCardProps {
  check: Check;
  model: Model | undefined;
  budget: number | undefined;
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  /** True when all that must be filled in is. */
  isFilled: boolean;
  start: Start;
  /** True when the last press has begun nothing, since more products match than was said. */
  isMore: boolean;
  onBudget: (budget: number | undefined) => void;
  onTry: () => void;
}

export function CheckCard(props: CheckCardProps) {
  const { check, model, budget, refused, isFilled, start, isMore, onBudget, onTry } = props;
  const { t } = useTranslation('batches');
  const headingId = useId();
  const hint = useKeyHint();
  const { estimate, isCurrent } = check;
  const count = estimate?.count ?? 0;
  const mayStart = isCurrent && count > 0;
  const mayWrite = useMayWrite();
  return (
    <Card withBorder component="section" aria-labelledby={headingId} className={classes.check}>
      <Stack gap="md">
        <Title order={2} id={headingId}>
          {t('check.title')}
        </Title>
        <Refusal
          error={start.error ?? check.error}
          running="/batches"
          onRetry={start.error ? undefined : check.retry}
        />
        {start.error && <PartlyBegun partly={start.partly} />}
        {isMore && <Text role="alert">{t('check.more')}</Text>}
        <Text role="status">{whatIsIt()}</Text>
        {estimate && <ExpectedCost estimate={estimate} check={check} currency={model?.prices?.currency} />}
        <TextInput
          type="number"
          min={0}
          step={0.01}
          label={t('check.budget', { currency: model?.prices?.currency ?? USD })}
          description={t(model && !model.prices ? 'check.noPrice' : 'check.budgetHelp')}
          disabled={model !== undefined && !model.prices}
          error={refused.maxCostMicros}
          value={budget ?? ''}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onBudget(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
          }
        />
        {mayWrite && (
          <Group gap="sm">
            {count > TRIAL && (
              <Button variant="default" disabled={!mayStart} loading={start.isPending} onClick={onTry}>
                {t('check.try', { count: TRIAL })}
              </Button>
            )}
            <Button type="submit" disabled={!mayStart} loading={start.isPending} {...hint('Ctrl+Enter')}>
              {t('check.start', { count })}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );

  function whatIsIt(): string {
    if (!isFilled) return t('check.unfilled');
    if (!isCurrent) return check.error ? '' : t('check.asking');
    return count === 0 ? t('check.nothing') : t('check.count', { count });
  }
}

interface ExpectedCostProps {
  estimate: Estimate;
  check: Pick<Check, 'forecast' | 'leftOut'>;
  currency: string | undefined;
}

/** What the batch leaves out, costs and takes. */
function ExpectedCost({ estimate, check, currency = USD }: ExpectedCostProps) {
  const { t } = useTranslation('batches');
  const language = useLanguage();
  const { forecast, leftOut } = check;
  if (estimate.count === 0) return leftOut ? <LeftOutList leftOut={leftOut} /> : null;
  return (
    <>
      {leftOut && <LeftOutList leftOut={leftOut} />}
      <Facts
        of={[
          [t('columns.cost'), costOf(forecast, estimate.estimate.costMicros)],
          [t('check.duration'), durationOf(forecast)],
        ]}
      />
    </>
  );

  function costOf({ costMicros }: Forecast, estimated: number | null): string {
    if (costMicros) {
      const [low, high] = costMicros;
      return high === 0 ? t('check.free') : moneyRangeOf(low, high, currency, language);
    }
    if (estimated === null) return t('unknown');
    if (estimated === 0) return t('check.free');
    return t('check.about', { cost: moneyOf(estimated, currency, language) });
  }

  function durationOf({ seconds }: Forecast): string {
    if (!seconds) return t('unknown');
    const [low, high] = seconds;
    return high < MINUTE ? t('check.moment') : durationRangeOf(low, high, language);
  }
}

/** Why products are left out, and how many each. */
function LeftOutList({ leftOut }: { leftOut: LeftOut }) {
  const { t } = useTranslation('batches');
  const reasons = (['accepted', 'edited', 'gone'] as const).filter((reason) => leftOut[reason] > 0);
  if (reasons.length === 0) return null;
  return (
    <div>
      <Text>{t('leftOut.title', { count: reasons.reduce((sum, reason) => sum + leftOut[reason], 0) })}</Text>
      <List>
        {reasons.map((reason) => (
          <List.Item key={reason}>{t(`leftOut.${reason}`, { count: leftOut[reason] })}</List.Item>
        ))}
      </List>
    </div>
  );
}
