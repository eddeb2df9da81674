// The page on which a batch is asked for.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink, later, NewPage } from '../../page/index.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { Empty, Failed, Unread, Waiting } from '../../feedback/index.ts';
import { useChoice } from './use-choice.tsx';

// Its fields are loaded while the page waits for its data.
const BatchForm = later(() => import('./batch-form.tsx'), <Waiting rows={8} />);

const route = getRouteApi('/framed/batches/new');

export default function NewBatchPage() {
  const { t } = useTranslation('batches');
  const search = route.useSearch();
  const applications = useQuery(applicationsQuery);
  const { choice, error, retry, isLost } = useChoice(search);
  const isNothing = isLost || choice?.count === 0;
  return (
    <NewPage area="batches">
      <Unread query={applications} rows={8} />
      {error && <Failed error={error} onRetry={retry} />}
      {isNothing && (
        <Empty text={t(isLost ? 'new.lost' : 'new.nothing')}>
          <ButtonLink to="/products">{t('new.choose')}</ButtonLink>
        </Empty>
      )}
      {!isNothing && applications.data && choice && (
        <BatchForm applications={applications.data} choice={choice} importId={search.import} />
      )}
      {applications.data && !choice && !isLost && !error && <Waiting rows={8} />}
    </NewPage>
  );
}
