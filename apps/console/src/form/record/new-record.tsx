// The page on which a record is made, with its form. It is made once, however often the same form is sent.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPage, type ListedArea } from '../../page/index.ts';
import { DraftForm } from './draft-form.tsx';
import { useCreation } from './use-creation.tsx';
import type { ChangedFields, Draft } from './versions.rules.ts';

interface NewRecordProps<R, F extends string, B extends object> {
  area: ListedArea;
  /** The form as it begins. */
  empty: Draft<F>;
  changedFields: ChangedFields<F>;
  bodyOf: (draft: Draft<F>) => B;
  /** Creates it; `key` is the Idempotency-Key. */
  create: (body: B, key: string) => Promise<R>;
  onCreated: (record: R) => Promise<void>;
  /** The fields; `error` says why they were refused. */
  fields: (draft: Draft<F>, change: (draft: Draft<F>) => void, error: Error | null) => ReactNode;
}

export function NewRecord<R, F extends string, B extends object>(props: NewRecordProps<R, F, B>): ReactNode {
  const { area, empty, changedFields, bodyOf, create, onCreated, fields } = props;
  const { t } = useTranslation('app');
  const [draft, setDraft] = useState(empty);
  const { mutate, error, isPending, isDone } = useCreation(create, onCreated);
  return (
    <NewPage area={area}>
      <DraftForm
        label={t(`create.${area}`)}
        does="create"
        isSending={isPending}
        isChanged={() => !isDone() && changedFields(empty, draft).length > 0}
        onSubmit={() => mutate(bodyOf(draft))}
      >
        {fields(draft, setDraft, error)}
      </DraftForm>
    </NewPage>
  );
}
