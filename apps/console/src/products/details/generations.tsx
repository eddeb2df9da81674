// The latest generations about a product.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationSummary, Product } from '#client';
import { Failed } from '../../state/failed.tsx';
import { Waiting } from '../../state/waiting.tsx';
import { InlineText } from '../../wording/safe-text.tsx';
import { generationsQuery, LATEST } from '../products.queries.ts';
import classes from '../products.module.css';
import { ago, exactly } from '../../language/figures.rules.ts';

const COLUMNS = ['application', 'status', 'preview', 'model', 'when'] as const;

export function Generations({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('products');
  const list = useQuery(generationsQuery(product.id));
  if (list.isPending) return <Waiting rows={4} />;
  if (!list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.length === 0) return <Text c="dimmed">{t('product.noGenerations')}</Text>;
  return (
    <div className={classes.region} role="region" aria-label={t('product.tabs.generations')} tabIndex={0}>
      <table className={classes.facts}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`product.generations.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.data.map((generation) => (
            <GenerationRow key={generation.id} generation={generation} />
          ))}
        </tbody>
      </table>
      {list.data.length >= LATEST && <Text c="dimmed">{t('product.latest', { count: LATEST })}</Text>}
    </div>
  );
}

function GenerationRow({ generation }: { generation: GenerationSummary }): ReactNode {
  const { t, i18n } = useTranslation('products');
  const { id, applicationName, status, review, preview, errorMessage, environment, createdAt } = generation;
  const result = preview ?? errorMessage?.[i18n.language as 'en' | 'zh'] ?? '';
  return (
    <tr>
      <th scope="row">
        <Link to="/generations/$id" params={{ id }}>
          {applicationName}
        </Link>
      </th>
      <td>{review ? t(`product.review.${review.state}`) : t(`product.status.${status}`)}</td>
      <td>
        <InlineText text={result} languages={environment.language ? [environment.language] : []} />
      </td>
      <td>{environment.model}</td>
      <td>
        <time dateTime={new Date(createdAt * 1000).toISOString()} title={exactly(createdAt, i18n.language)}>
          {ago(createdAt, Date.now() / 1000, i18n.language)}
        </time>
      </td>
    </tr>
  );
}
