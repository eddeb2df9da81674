// The page of a generation: watched while it is written, then read, compared and decided about.
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Back, Heading } from '../../page/index.ts';
import { useGenerationTitle } from '../../form/writing/use-application-name.tsx';
import { generationQuery } from '../../reference/records.queries.ts';
import GenerationPanel from './generation-panel.tsx';
import classes from '../generations.module.css';

/** Most generations that are compared with one. */
const MOST_OTHERS = 2;

const route = getRouteApi('/framed/generations/$id');

export default function GenerationPage() {
  const { t } = useTranslation('generations');
  const { id } = route.useParams();
  const { with: others = '', view } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: generation } = useQuery(generationQuery(id));
  const titleOf = useGenerationTitle();
  const ids = [id, ...others.split(',').filter(Boolean).slice(0, MOST_OTHERS)];
  return (
    <Stack gap="lg">
      <Back area="generations" />
      <Heading key={id} title={generation ? titleOf(generation) : t('one.title')} />
      {ids.length === 1 ? (
        <GenerationPanel
          key={id}
          id={id}
          isAlone
          view={view}
          onView={(chosen) =>
            void navigate({
              search: (search) => ({ ...search, view: chosen }),
              replace: true,
              ignoreBlocker: true, // an own version stays
            })
          }
        />
      ) : (
        <div className={classes.beside}>
          {ids.map((one) => (
            <GenerationPanel key={one} id={one} isAlone={false} />
          ))}
        </div>
      )}
    </Stack>
  );
}
