// The form in which a record is edited. It is sent for the version that it began with; when there is a newer one, both are shown
// side by side, and nothing typed is lost.
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmpty } from '../../api/present.rules.ts';
import { Conflict, type ConflictProps } from './conflict.tsx';
import { DraftForm } from './draft-form.tsx';
import { useEdit } from './use-edit.tsx';
import { fieldDifferences, settled, type ChangedFields, type Draft } from './versions.rules.ts';

interface Versioned {
  version?: number | undefined;
}

/** How a record becomes a form, and a form a request. */
interface Drafts<R, F extends string, P> {
  draftOf: (record: R) => Draft<F>;
  changedFields: ChangedFields<F>;
  /** What has to be sent for the second form to follow the first; empty when nothing has. */
  patchOf: (base: Draft<F>, draft: Draft<F>) => P;
}

interface EditRecordProps<R extends Versioned, F extends string, P extends object>
  extends Drafts<R, F, P>, Pick<ConflictProps<F>, 'labelOf' | 'show'> {
  record: R;
  label: string;
  /** Saves a patch, if the record still has this version; VersionMismatch if not. */
  save: (on: R, patch: P) => Promise<R>;
  /** Reads the record as it is now. */
  read: () => Promise<R>;
  onSaved: (record: R) => void;
  onDone: () => void;
  /** The fields; `error` says why they were refused. */
  fields: (draft: Draft<F>, change: (draft: Draft<F>) => void, error: Error | null) => ReactNode;
}

export function EditRecord<R extends Versioned, F extends string, P extends object>(
  props: EditRecordProps<R, F, P>,
): ReactNode {
  const { record, draftOf, changedFields, patchOf, onDone } = props;
  const { t } = useTranslation('form');
  const [draft, setDraft] = useState(() => draftOf(record));
  const edit = useEdit(record, {
    save: async (on: R, entered: Draft<F>) => {
      const patch = patchOf(draftOf(on), entered);
      return isEmpty(patch) ? on : props.save(on, patch);
    },
    read: props.read,
    onSaved: (saved) => {
      props.onSaved(saved);
      notifications.show({ message: t('saved') });
      onDone();
    },
  });
  const { base, theirs, save } = edit;
  if (theirs)
    return (
      <Conflict
        edit={edit}
        labelOf={props.labelOf}
        show={props.show}
        differences={fieldDifferences(draftOf(base), draft, draftOf(theirs), changedFields)}
        onSave={(fields) => save(theirs, settled(draft, draftOf(theirs), fields))}
      />
    );
  return (
    <DraftForm
      label={props.label}
      does="save"
      isSending={edit.isSaving}
      isChanged={() => !edit.isSaved() && changedFields(draftOf(base), draft).length > 0}
      onSubmit={() => save(base, draft)}
      onCancel={onDone}
    >
      {props.fields(draft, setDraft, edit.error)}
    </DraftForm>
  );
}
