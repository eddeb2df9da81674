// What can be done with a record in its row of a table: it is edited and deleted.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowAction } from '../../table/index.ts';

interface EditActionsProps {
  /** The name of the record, for screen readers. */
  name: string;
  /** Absent for what cannot be edited. */
  onEdit?: (() => void) | undefined;
  onDelete: () => void;
}

export function EditActions({ name, onEdit, onDelete }: EditActionsProps): ReactNode {
  const { t } = useTranslation('form');
  return (
    <>
      {onEdit && <RowAction text={t('buttons.edit')} label={t('editOne', { name })} onClick={onEdit} />}
      <RowAction text={t('buttons.delete')} label={t('deleteOne', { name })} onClick={onDelete} />
    </>
  );
}
