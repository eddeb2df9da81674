// The page on which a generation is asked for.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { later, NewPage } from '../../page/index.ts';
import { applicationsQuery, listingFirst } from '../../reference/reference.queries.ts';
import { Failed, Unread, Waiting } from '../../feedback/index.ts';
import { generationQuery } from '../../reference/records.queries.ts';

// Its fields are loaded while the page waits for its data.
const GenerationForm = later(() => import('./generation-form.tsx'), <Waiting rows={8} />);

const route = getRouteApi('/framed/generations/new');

export default function NewGenerationPage() {
  const { product, application, from } = route.useSearch();
  const applications = useQuery(applicationsQuery);
  const former = useQuery({ ...generationQuery(from ?? ''), enabled: from !== undefined });
  const isReady = applications.data && (from === undefined || former.data || former.error);
  return (
    <NewPage area="generations" maw={720}>
      <Unread query={applications.data && !isReady ? former : applications} rows={8} />
      {former.error && <Failed error={former.error} />}
      {isReady && (
        <GenerationForm
          applications={listingFirst(applications.data)}
          former={former.data}
          applicationId={application}
          productId={product}
        />
      )}
    </NewPage>
  );
}
