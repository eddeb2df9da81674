// The fields of a workspace, when it is made and when it is changed.
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#client';
import { bound } from '../../form/bound.rules.ts';
import { refusalsOf } from '../../form/refusal.tsx';
import { useMarketplaceOptions } from '../../form/use-marketplace-options.tsx';

type Fields = Pick<Workspace, 'name' | 'marketplace'>;

interface WorkspaceFieldsProps {
  fields: Fields;
  onChange: (fields: Fields) => void;
  /** Why they were refused. */
  error: Error | null;
}

export function WorkspaceFields({ fields, onChange, error }: WorkspaceFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const { text } = bound(fields, onChange, refusalsOf(error));
  const marketplaces = useMarketplaceOptions();
  return (
    <>
      <TextInput
        {...text('name')}
        label={t('columns.name')}
        maxLength={200}
        pattern=".*\S.*"
        required
        data-autofocus
      />
      <NativeSelect
        {...text('marketplace')}
        label={t('workspace.marketplace')}
        description={t('workspace.marketplaceHint')}
        data={marketplaces.length > 0 ? marketplaces : [fields.marketplace]}
      />
    </>
  );
}
