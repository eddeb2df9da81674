// The form in which a document is edited.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { EditRecord } from '../../form/record/edit-record.tsx';
import { changedTexts } from '../../form/record/versions.rules.ts';
import { BlockText } from '../../text-display/safe-text.tsx';
import { documentQuery } from '../../reference/records.queries.ts';
import { changeDocument, keepDocument } from '../documents.queries.ts';
import { draftOf, patchOf } from '../document-draft.rules.ts';
import { ProductTitle } from '../product-title.tsx';
import { DocumentFields } from './document-fields.tsx';

interface EditDocumentProps {
  document: Document;
  onDone: () => void;
}

export default function EditDocument({ document, onDone }: EditDocumentProps): ReactNode {
  const { t } = useTranslation(['documents', 'form']);
  const queries = useQueryClient();
  return (
    <EditRecord
      record={document}
      label={t('form:buttons.edit')}
      draftOf={draftOf}
      changedFields={changedTexts}
      patchOf={patchOf}
      save={changeDocument}
      read={() => queries.fetchQuery({ ...documentQuery(document.id), staleTime: 0 })}
      onSaved={(saved) => keepDocument(queries, saved)}
      onDone={onDone}
      labelOf={(field) => t(`fields.${field}`)}
      fields={(draft, change, error) => <DocumentFields draft={draft} onChange={change} error={error} />}
      show={(field, value) => {
        if (field === 'kind') return t(`kinds.${value as 'facts'}`);
        return field === 'product' ? <ProductTitle id={value} unknown={value} /> : <BlockText text={value} />;
      }}
    />
  );
}
