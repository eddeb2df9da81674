// The page on which a generation is asked for.
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Back, Heading, later } from '../../page/index.ts';
import { applicationsQuery, listingFirst } from '../../reference/reference.queries.ts';
import { Failed, Waiting } from '../../feedback/index.ts';
import { generationQuery } from '../../reference/records.queries.ts';

// Its fields are loaded while the page waits for its data.
const GenerationForm = later(() => import('./generation-form.tsx'), <Waiting rows={8} />);

const route = getRouteApi('/framed/generations/new');

export default function NewGenerationPage() {
  const { t } = useTranslation('generations');
  const { product, application, from } = route.useSearch();
  const applications = useQuery(applicationsQuery);
  const former = useQuery({ ...generationQuery(from ?? ''), enabled: from !== undefined });
  const isReady = applications.data && (from === undefined || former.data || former.error);
  return (
    <Stack gap="lg" maw={720}>
      <Back area="generations" />
      <Heading title={t('new.title')} />
      {applications.error && (
        <Failed error={applications.error} onRetry={() => void applications.refetch()} />
      )}
      {former.error && <Failed error={former.error} />}
      {isReady ? (
        <GenerationForm
          applications={listingFirst(applications.data)}
          former={former.data}
          applicationId={application}
          productId={product}
        />
      ) : (
        !applications.error && <Waiting rows={8} />
      )}
    </Stack>
  );
}
