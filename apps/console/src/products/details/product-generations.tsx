// The latest generations about a product.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationSummary, Product } from '#client';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { Ago } from '../../language/ago.tsx';
import { useLanguage } from '../../language/use-language.tsx';
import { Unread } from '../../feedback/index.ts';
import { SmallTable } from '../../table/small-table.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import { generationsQuery, LATEST } from '../products.queries.ts';

const COLUMNS = ['application', 'status', 'preview', 'model', 'when'] as const;

export function ProductGenerations({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('products');
  const list = useQuery(generationsQuery(product.id));
  if (!list.data) return <Unread query={list} rows={4} />;
  if (list.data.length === 0) return <Text c="dimmed">{t('product.noGenerations')}</Text>;
  return (
    <>
      <SmallTable
        label={t('product.tabs.generations')}
        heads={COLUMNS.map((name) => t(`product.generations.${name}`))}
      >
        {list.data.map((generation) => (
          <GenerationRow key={generation.id} generation={generation} />
        ))}
      </SmallTable>
      {list.data.length >= LATEST && <Text c="dimmed">{t('product.latest', { count: LATEST })}</Text>}
    </>
  );
}

function GenerationRow({ generation }: { generation: GenerationSummary }): ReactNode {
  const { t } = useTranslation(['products', 'feedback']);
  const nameOf = useApplicationName();
  const language = useLanguage();
  const { id, applicationId, applicationName, createdAt, environment, errorMessage } = generation;
  const { preview, review, status } = generation;
  return (
    <tr>
      <th scope="row">
        <Link to="/generations/$id" params={{ id }}>
          {nameOf({ id: applicationId, name: applicationName })}
        </Link>
      </th>
      <td>{review ? t(`feedback:reviews.${review.state}`) : t(`product.status.${status}`)}</td>
      <td>
        <InlineText
          text={preview ?? errorMessage?.[language] ?? ''}
          languages={environment.language ? [environment.language] : []}
        />
      </td>
      <td>{environment.model}</td>
      <td>
        <Ago moment={createdAt} />
      </td>
    </tr>
  );
}
