// The form of a new document.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NewRecord } from '../../form/record/new-record.tsx';
import { changedTexts } from '../../form/record/versions.rules.ts';
import { createDocument, keepDocument } from '../documents.queries.ts';
import { creationOf, EMPTY_DRAFT } from '../document-draft.rules.ts';
import { useGoOn } from '../../page/index.ts';
import { DocumentFields } from './document-fields.tsx';

export default function NewDocumentPage(): ReactNode {
  const queries = useQueryClient();
  const goOn = useGoOn();
  return (
    <NewRecord
      area="documents"
      empty={EMPTY_DRAFT}
      changedFields={changedTexts}
      bodyOf={creationOf}
      create={createDocument}
      onCreated={async (document) => {
        keepDocument(queries, document);
        await goOn({ to: '/documents/$id', params: { id: document.id } });
      }}
      fields={(draft, change, error) => <DocumentFields draft={draft} onChange={change} error={error} />}
    />
  );
}
