// The limits: what the month may cost, and how many requests an account may send.
import { Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkspaceDetails } from '#client';
import { useWorkspace } from '../../api/use-session.tsx';
import { bound } from '../../form/bound.rules.ts';
import { ShortForm } from '../../form/short-form.tsx';
import { moneyOf, USD } from '../../language/figures.rules.ts';
import { modelsQuery } from '../../reference/reference.queries.ts';
import { Unread } from '../../feedback/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { useChangeWorkspace, workspaceQuery } from '../workspace/workspace.queries.ts';
import { requestsQuery } from './limits.queries.ts';
import { microsOf, type RequestLimit } from './limits.rules.ts';

export default function LimitsPage(): ReactNode {
  const { t } = useTranslation('settings');
  const workspace = useWorkspace();
  return (
    <SettingsPage name="limits">
      <Stack gap="xl" maw={480}>
        <Stack gap="md">
          <Title order={2}>{t('budget.title')}</Title>
          {workspace && <Budget id={workspace.id} />}
        </Stack>
        <Stack gap="md">
          <Title order={2}>{t('requests.title')}</Title>
          <Requests />
        </Stack>
      </Stack>
    </SettingsPage>
  );
}

function Budget({ id }: { id: string }): ReactNode {
  const query = useQuery(workspaceQuery(id));
  const { data } = query;
  if (!data) return <Unread query={query} rows={2} />;
  return (
    <>
      <Spent workspace={data} />
      {data.role === 'owner' && <BudgetForm key={data.monthlyBudgetMicros} workspace={data} />}
    </>
  );
}

/** What the month has cost. What cannot be read is said to be unknown. */
function Spent({ workspace }: { workspace: WorkspaceDetails }): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const currency = useCurrency();
  const { monthlyBudgetMicros: budget, spentMicros } = workspace;
  const money = (micros: number): string => moneyOf(micros, currency, i18n.language);
  const spent = spentMicros === undefined ? t('unknown') : money(spentMicros);
  const text =
    budget === undefined ? t('budget.open', { spent }) : t('budget.of', { spent, budget: money(budget) });
  const share = budget ? Math.min(100, ((spentMicros ?? 0) / budget) * 100) : 100;
  return (
    <>
      <Text>{text}</Text>
      {budget !== undefined && <Progress value={share} aria-label={text} />}
    </>
  );
}

function BudgetForm({ workspace }: { workspace: WorkspaceDetails }): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const currency = useCurrency();
  const before = workspace.monthlyBudgetMicros ?? null;
  const [fields, setFields] = useState({ budget: before === null ? '' : String(before / 1_000_000) });
  const change = useChangeWorkspace(workspace.id);
  const { text } = bound(fields, setFields);
  const micros = microsOf(fields.budget);
  const onSuccess = (): void => void notifications.show({ message: t('form:saved') });
  return (
    <ShortForm
      submit={t('form:buttons.save')}
      isSending={change.isPending}
      error={change.error}
      isReady={micros !== undefined && micros !== before}
      isChanged={micros !== before}
      onSubmit={() => change.mutate({ monthlyBudgetMicros: micros }, { onSuccess })}
    >
      <TextInput
        {...text('budget')}
        label={t('budget.label', { currency })}
        description={t('budget.hint')}
        inputMode="decimal"
        error={micros === undefined && t('budget.noAmount')}
      />
    </ShortForm>
  );
}

/** The currency of the prices, which is also that of the budget. */
function useCurrency(): string {
  const { data } = useQuery(modelsQuery);
  return data?.find(({ prices }) => prices?.currency)?.prices?.currency ?? USD;
}

function Requests(): ReactNode {
  const { t } = useTranslation('settings');
  const query = useQuery(requestsQuery);
  const { data } = query;
  if (!data) return <Unread query={query} rows={3} />;
  return (
    <>
      <Text c="dimmed">{t('requests.about')}</Text>
      {data.read && <Requested name="read" limit={data.read} />}
      {data.write && <Requested name="write" limit={data.write} />}
    </>
  );
}

function Requested({ name, limit }: { name: 'read' | 'write'; limit: RequestLimit }): ReactNode {
  const { t } = useTranslation('settings');
  const { most, left, seconds } = limit;
  const text = t(`requests.${name}`, { left, most, count: seconds });
  return (
    <Stack gap="xs">
      <Text>{text}</Text>
      <Progress value={((most - left) / most) * 100} aria-label={text} />
    </Stack>
  );
}
