// The generations whose results were accepted into a document.
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationSummary } from '#client';
import { useGenerationTitle } from '../../form/writing/use-application-name.tsx';
import { Ago } from '../../language/ago.tsx';
import { Failed, Unread } from '../../feedback/index.ts';
import { ShowMore, useMore } from '../../table/more.tsx';
import { SmallTable } from '../../table/small-table.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import { acceptedQuery } from '../documents.queries.ts';

const COLUMNS = ['what', 'text', 'accepted'] as const;

export function AcceptedGenerations({ id }: { id: string }): ReactNode {
  const { t } = useTranslation('documents');
  const query = useInfiniteQuery(acceptedQuery(id));
  const more = useMore(query);
  if (!query.data) return <Unread query={query} rows={2} />;
  if (query.data.length === 0) return <Text c="dimmed">{t('accepted.none')}</Text>;
  return (
    <>
      <SmallTable label={t('accepted.title')} heads={COLUMNS.map((name) => t(`accepted.${name}`))}>
        {query.data.map((generation) => (
          <Row key={generation.id} generation={generation} />
        ))}
      </SmallTable>
      {more && <ShowMore more={more} />}
      {query.error && <Failed error={query.error} />}
    </>
  );
}

function Row({ generation }: { generation: GenerationSummary }): ReactNode {
  const { id, preview = '', review, environment } = generation;
  const titleOf = useGenerationTitle();
  return (
    <tr>
      <th scope="row">
        <Link to="/generations/$id" params={{ id }}>
          <InlineText text={titleOf(generation)} />
        </Link>
      </th>
      <td>
        <InlineText text={preview} languages={environment.language ? [environment.language] : []} />
      </td>
      <td>{review?.at !== undefined && <Ago moment={review.at} />}</td>
    </tr>
  );
}
