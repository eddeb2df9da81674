// The form of a new dataset: its name, how many products, and whether their accepted texts are kept.
import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftForm } from '../../form/record/draft-form.tsx';
import { useCreation } from '../../form/record/use-creation.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { createDataset } from '../../reference/datasets.queries.ts';
import { keepDataset } from '../datasets.queries.ts';
import { useGoOn } from '../../page/index.ts';
import { creationOf, draftOf, MOST_CASES, type Choice } from './dataset-draft.rules.ts';

export function DatasetForm({ choice }: { choice: Choice }): ReactNode {
  const { t } = useTranslation(['datasets', 'app']);
  const queries = useQueryClient();
  const goOn = useGoOn();
  const [draft, setDraft] = useState(() => draftOf(choice));
  const creation = useCreation(createDataset, async (dataset) => {
    keepDataset(queries, dataset);
    await goOn({ to: '/datasets/$id', params: { id: dataset.id } });
  });
  const refused = refusalsOf(creation.error);
  return (
    <DraftForm
      label={t('app:create.datasets')}
      does="create"
      isSending={creation.isPending}
      isChanged={() => !creation.isDone() && draft.name.trim() !== ''}
      onSubmit={() => creation.mutate(creationOf(draft, choice))}
    >
      <Refusal error={creation.error} />
      <ChoiceLine choice={choice} />
      <TextInput
        label={t('fields.name')}
        required
        maxLength={200}
        dir="auto"
        error={refused.name}
        value={draft.name}
        onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
      />
      {'search' in choice && (
        <TextInput
          type="number"
          label={t('fields.first')}
          description={t('fields.firstHelp', { most: MOST_CASES })}
          required
          min={1}
          max={Math.min(choice.count, MOST_CASES)}
          error={refused['products.first'] ?? refused.products}
          value={draft.first ?? ''}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            setDraft({ ...draft, first: Number.isNaN(valueAsNumber) ? undefined : valueAsNumber })
          }
        />
      )}
      <Checkbox
        label={t('fields.texts')}
        description={t('fields.textsHelp')}
        checked={draft.areTextsKept}
        onChange={({ currentTarget }) => setDraft({ ...draft, areTextsKept: currentTarget.checked })}
      />
    </DraftForm>
  );
}

/** Which products it is made of, and the way to them. */
function ChoiceLine({ choice }: { choice: Choice }): ReactNode {
  const { t } = useTranslation('datasets');
  if ('ids' in choice) {
    const { length } = choice.ids;
    return (
      <Text>
        {t(length > MOST_CASES ? 'new.tooMany' : 'new.selected', { count: Math.min(length, MOST_CASES) })}
      </Text>
    );
  }
  return (
    <Text>
      {t('new.matching', { count: choice.count })}{' '}
      <Anchor
        underline="always"
        renderRoot={(props) => <Link {...props} to="/products" search={choice.search} />}
      >
        {t('new.show')}
      </Anchor>
    </Text>
  );
}
