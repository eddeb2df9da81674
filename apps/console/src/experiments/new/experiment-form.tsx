// The form of a new experiment: on which products, what to write, in which ways, and what that would cost.
import { Button, Fieldset, Group, NativeSelect, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Dataset } from '#client';
import { Leaving } from '../../form/leaving.tsx';
import { useCreation } from '../../form/record/use-creation.tsx';
import { refusalsOf } from '../../form/refusal.tsx';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { useKeys } from '../../keyboard/use-keys.tsx';
import type { NewExperimentSearch } from '../experiment-search.rules.ts';
import classes from '../experiments.module.css';
import { createExperiment, keepExperiment } from '../experiments.queries.ts';
import { useGoOn } from '../../page/index.ts';
import { ArmFields } from './arm-fields.tsx';
import {
  armOf,
  draftOf,
  LEAST_ARMS,
  MOST_ARMS,
  requestOf,
  type ArmDraft,
  type ExperimentDraft,
} from './experiment-draft.rules.ts';
import { JudgeFields } from './judge-fields.tsx';
import { MinimumFields } from './minimum-fields.tsx';
import { PriceCard } from './price-card.tsx';
import { usePrice } from './use-price.tsx';

interface ExperimentFormProps {
  applications: readonly Application[];
  datasets: readonly Dataset[];
  search: NewExperimentSearch;
}

export default function ExperimentForm({ applications, datasets, search }: ExperimentFormProps) {
  const { t } = useTranslation(['experiments', 'form']);
  const nameOf = useApplicationName();
  const { draft, isChanged, change } = useDraft(search, applications);
  const request = requestOf(draft);
  const price = usePrice(request);
  const start = useStart();
  const refused = refusalsOf(start.error ?? price.error);
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (request && price.isCurrent && !start.isPending) start.mutate(request);
  };
  useKeys({ 'Ctrl+Enter': { does: t('price.start'), act: () => submit() } });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Fieldset legend={t('new.what')}>
          <Stack gap="md">
            <DatasetField
              datasets={datasets}
              value={draft.datasetId}
              error={refused.datasetId}
              onChange={(datasetId) => change({ datasetId })}
            />
            <NativeSelect
              label={t('form:writing.what')}
              error={refused.applicationId}
              data={applications.map((one) => ({ value: one.id, label: nameOf(one) }))}
              value={draft.applicationId}
              onChange={({ currentTarget }) =>
                change({
                  applicationId: currentTarget.value,
                  arms: draft.arms.map((arm) => ({ ...arm, version: undefined })),
                })
              }
            />
          </Stack>
        </Fieldset>
        <Arms draft={draft} applications={applications} refused={refused} change={change} />
        <NativeSelect
          maw={420}
          label={t('new.repeats')}
          description={t('new.repeatsHelp')}
          data={['1', '2', '3']}
          value={String(draft.repeats)}
          onChange={({ currentTarget }) => change({ repeats: Number(currentTarget.value) })}
        />
        <JudgeFields draft={draft} refused={refused} onChange={change} />
        <MinimumFields rows={draft.minimum} onChange={(minimum) => change({ minimum })} />
        <PriceCard
          price={price}
          draft={draft}
          cases={datasets.find(({ id }) => id === draft.datasetId)?.cases}
          refused={refused}
          start={start}
          onBudget={(budget) => change({ budget })}
        />
      </Stack>
      <Leaving isChanged={() => isChanged && !start.isDone() && !start.isPending} />
    </form>
  );
}

type Change = (changed: Partial<ExperimentDraft>) => void;

function useDraft(search: NewExperimentSearch, applications: readonly Application[]) {
  const { t } = useTranslation('experiments');
  const [draft, setDraft] = useState(() =>
    draftOf(search, applications, {
      now: t('new.now'),
      other: t('new.other'),
      version: (version) => t('new.version', { version }),
    }),
  );
  const [isChanged, setChanged] = useState(false);
  const change: Change = (changed) => {
    setChanged(true);
    setDraft((before) => ({ ...before, ...changed }));
  };
  return { draft, isChanged, change };
}

/** Begins the experiment, and goes to it. */
function useStart() {
  const queries = useQueryClient();
  const goOn = useGoOn();
  return useCreation(createExperiment, async (experiment) => {
    keepExperiment(queries, experiment);
    await goOn({ to: '/experiments/$id', params: { id: experiment.id } });
  });
}

interface DatasetFieldProps {
  datasets: readonly Dataset[];
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

function DatasetField({ datasets, value, error, onChange }: DatasetFieldProps) {
  const { t } = useTranslation('experiments');
  return (
    <Group gap="sm" align="end">
      <NativeSelect
        flex="1 1 240px"
        label={t('new.dataset')}
        required
        error={error}
        data={[
          { value: '', label: t('new.none') },
          ...datasets.map(({ id, name, cases }) => ({
            value: id,
            label: t('new.datasetOf', { name, count: cases }),
          })),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button variant="default" component={Link} to="/products">
        {t('new.choose')}
      </Button>
    </Group>
  );
}

interface ArmsProps {
  draft: ExperimentDraft;
  applications: readonly Application[];
  refused: Readonly<Record<string, string>>;
  change: Change;
}

function Arms({ draft, applications, refused, change }: ArmsProps) {
  const { t } = useTranslation('experiments');
  const { arms, applicationId } = draft;
  const put = (place: number, changed: Partial<ArmDraft>): void =>
    change({ arms: arms.map((arm, at) => (at === place ? { ...arm, ...changed } : arm)) });
  return (
    <>
      <div className={classes.beside}>
        {arms.map((arm, place) => (
          <ArmFields
            key={place}
            place={place}
            arm={arm}
            isDouble={arms.some((other, at) => at < place && other.name.trim() === arm.name.trim())}
            application={applications.find(({ id }) => id === applicationId)}
            refused={refused}
            onChange={(changed) => put(place, changed)}
            onRemove={
              arms.length > LEAST_ARMS
                ? () => change({ arms: arms.filter((_, at) => at !== place) })
                : undefined
            }
          />
        ))}
      </div>
      {arms.length < MOST_ARMS && (
        <Group>
          <Button variant="default" onClick={() => change({ arms: [...arms, armOf('')] })}>
            {t('new.addArm')}
          </Button>
        </Group>
      )}
    </>
  );
}
