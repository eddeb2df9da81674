// What a result was told to sound like: the voice, and the accepted texts that it learnt from.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Generation } from '#client';
import { useGenerationTitle } from '../../form/writing/use-application-name.tsx';
import { generationQuery } from '../../reference/records.queries.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { TextLink } from '../../page/index.ts';

export function Guidance({ generation }: { generation: Generation }) {
  const { t } = useTranslation('generations');
  const { voiceName: name, voiceVersion: version, learnedFrom = [] } = generation;
  return (
    <>
      {name !== undefined && <Text size="sm">{t('guidance.voice', { name, version })}</Text>}
      {learnedFrom.length > 0 && (
        <Text size="sm">
          {t('guidance.learned')}{' '}
          {learnedFrom.map((id, place) => (
            <Fragment key={id}>
              {place > 0 && ' · '}
              <LearnedText id={id} />
            </Fragment>
          ))}
        </Text>
      )}
    </>
  );
}

/** A link to a generation by its title; one that was deleted since has none. */
function LearnedText({ id }: { id: string }) {
  const { t } = useTranslation('generations');
  const titleOf = useGenerationTitle();
  const { data, isError } = useQuery(generationQuery(id));
  if (isError) return t('guidance.gone');
  return (
    <TextLink to="/generations/$id" params={{ id }}>
      <InlineText text={data ? titleOf(data) : '…'} />
    </TextLink>
  );
}
