// The way from a page back to the list of its area.
import { useTranslation } from 'react-i18next';
import { TextLink } from './links.tsx';

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
    <TextLink to={`/${area}`} size="sm">
      <span aria-hidden>← </span>
      {t(`areas.${area}`)}
    </TextLink>
  );
}
