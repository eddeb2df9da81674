// The way from a page back to the list of its area.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** An area whose first page is a list. */
export type ListedArea =
  | 'products'
  | 'imports'
  | 'generations'
  | 'batches'
  | 'applications'
  | 'documents'
  | 'datasets'
  | 'experiments';

/** A link above the heading. */
export function Back({ area }: { area: ListedArea }) {
  const { t } = useTranslation('app');
  return (
    <Anchor component={Link} to={`/${area}`} size="sm">
      <span aria-hidden>← </span>
      {t(`areas.${area}`)}
    </Anchor>
  );
}
