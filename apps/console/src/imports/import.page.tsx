// One import, followed to its end: what became of each identifier, and why.
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../api/failures.rules.ts';
import { Back, Missing } from '../page/index.ts';
import { Unread } from '../feedback/index.ts';
import { useFollowedImport } from './followed-import.queries.ts';
import { ImportItems } from './import-items.tsx';
import { ImportOverview } from './import-overview.tsx';
import { firstBucket } from './import-progress.rules.ts';

const route = getRouteApi('/framed/imports/$id');

export default function ImportPage() {
  const { id } = route.useParams();
  return <FollowedImport key={id} id={id} />;
}

function FollowedImport({ id }: { id: string }) {
  const { t } = useTranslation('imports');
  const { items } = route.useSearch();
  const query = useFollowedImport(id);
  const { data, error } = query;
  if (hasCode(error, 'NotFound')) return <Missing area="imports" text={t('unknown')} />;
  return (
    <>
      <Unread query={query} rows={6} />
      {data && <Back area="imports" />}
      {data && <ImportOverview state={data} />}
      {data && <ImportItems state={data} bucket={items ?? firstBucket(data)} />}
    </>
  );
}
