// The page of a document: its text, the product that it is about, and the generations that were accepted into it.
import { Group, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { later, Missing, TextLink, useGoOn } from '../../page/index.ts';
import { RecordPage } from '../../form/record/record-page.tsx';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { Ago } from '../../language/ago.tsx';
import { Unread, Waiting } from '../../feedback/index.ts';
import { lengthOf } from '../../text-display/limits.rules.ts';
import { BlockText } from '../../text-display/safe-text.tsx';
import { documentQuery } from '../../reference/records.queries.ts';
import { deleteDocument } from '../documents.queries.ts';
import { ProductTitle } from '../product-title.tsx';
import { AcceptedGenerations } from './accepted-generations.tsx';

const route = getRouteApi('/framed/documents/$id');
const EditDocument = later(() => import('../edit/edit-document.tsx'), <Waiting rows={8} />);

export default function DocumentPage(): ReactNode {
  const { t } = useTranslation('documents');
  const { id } = route.useParams();
  const query = useQuery(documentQuery(id));
  if (query.data) return <DocumentView key={id} document={query.data} />;
  return <Unread query={query} rows={8} missing={<Missing area="documents" text={t('notFound')} />} />;
}

function DocumentView({ document }: { document: Document }): ReactNode {
  return (
    <RecordPage
      area="documents"
      title={document.title}
      actions={(edit) => <DocumentActions document={document} onEdit={edit} />}
      form={(close) => <EditDocument document={document} onDone={close} />}
    >
      <DocumentParts document={document} />
    </RecordPage>
  );
}

function DocumentActions({ document, onEdit }: { document: Document; onEdit: () => void }): ReactNode {
  const { t } = useTranslation(['documents', 'form']);
  const goOn = useGoOn();
  const { id, title } = document;
  const leave = async (): Promise<void> => {
    await goOn({ to: '/documents' });
    notifications.show({ message: t('delete.done', { title }) });
  };
  return (
    <Group gap="sm">
      <KeyButton press="e" text={t('form:buttons.edit')} onPress={onEdit} />
      <DialogButton
        variant="default"
        text={t('form:buttons.delete')}
        dialog={(close) => (
          <ConfirmChange
            title={t('delete.title', { title })}
            text={t('delete.text')}
            action={t('form:buttons.delete')}
            send={() => deleteDocument(id)}
            again={['documents']}
            onDone={leave}
            onClose={close}
          />
        )}
      />
    </Group>
  );
}

function DocumentParts({ document }: { document: Document }): ReactNode {
  const { t } = useTranslation('documents');
  const { id, content, kind, productId, version, updatedAt } = document;
  return (
    <>
      <Group gap="md">
        <span>{t(`kinds.${kind}`)}</span>
        <span>{t('version', { version })}</span>
        <Text c="dimmed">
          <Ago moment={updatedAt} />
        </Text>
        <Text c="dimmed">{t('characters', { count: lengthOf(content) })}</Text>
        {productId !== undefined && <ProductLink id={productId} />}
        <TextLink to="/generations" search={{ document: id }}>
          {t('guided')}
        </TextLink>
      </Group>
      <section aria-label={t('fields.content')}>
        {content.trim() === '' ? <Text c="dimmed">{t('noText')}</Text> : <BlockText text={content} />}
      </section>
      <section>
        <Title order={2} mb="sm">
          {t('accepted.title')}
        </Title>
        <AcceptedGenerations id={id} />
      </section>
    </>
  );
}

/** The product that the document is about. */
function ProductLink({ id }: { id: string }): ReactNode {
  const { t } = useTranslation('documents');
  return (
    <TextLink to="/products/$id" params={{ id }}>
      <ProductTitle id={id} unknown={t('fields.product')} />
    </TextLink>
  );
}
