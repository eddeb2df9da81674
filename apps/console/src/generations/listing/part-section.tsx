// A part of a listing: what stands on the product, what was written, what the check says of it, and what is done with it.
import { Badge, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingPart } from '#client';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { useLanguage } from '../../language/use-language.tsx';
import type { TextLimit } from '../../text-display/limits.rules.ts';
import { TextRoom } from '../../text-display/room.tsx';
import { Texts } from '../one/text-card.tsx';
import classes from '../generations.module.css';
import { useLiveGeneration } from '../one/live-generation.queries.ts';
import { claimAt, sentencesOf } from '../result/claims.rules.ts';
import { Findings } from '../result/findings.tsx';
import { MarkedText } from '../result/marked-text.tsx';
import { textsOf } from '../../text-display/result-texts.rules.ts';
import { Sources, useShownClaim } from '../result/sources.tsx';
import { LISTING, passes, type PartItem } from './listing.rules.ts';
import { PartEditor } from './part-editor.tsx';
import { PresentPart, type PresentPartProps } from './present-part.tsx';
import type { PartState } from './use-listing.tsx';

/** The id of the element of a part, which can be focused. */
export const partId = (part: ListingPart): string => `part-${part}`;

/** What can be done with a part. */
export interface PartActions {
  accept: () => void;
  edit: () => void;
  discard: () => void;
  again: () => void;
}

interface PartSectionProps extends PresentPartProps {
  state: PartState;
  limits: readonly TextLimit[];
  /** What has been written of the listing until now. */
  growing: readonly string[];
  /** True for the part that the keys act on. */
  isActive: boolean;
  isEditing: boolean;
  /** What it holds is being accepted. */
  isAccepting: boolean;
  isBusy: boolean;
  /** Absent for those who may not write, and while the listing is written. */
  actions: PartActions | undefined;
  onActive: () => void;
  onChange: (items: PartItem[]) => void;
  onDone: () => void;
}

export function PartSection(props: PartSectionProps): ReactNode {
  const { state, present, isPersons, limits, isActive, isEditing, actions, onActive, onChange, onDone } =
    props;
  const { t } = useTranslation(['generations', 'feedback']);
  const language = useLanguage();
  const { part, items, isAccepted, found, isOwn, failure, claims, generation } = state;
  const { shown, setShown, watch } = useShownClaim();
  const name = t(`listing.parts.${part}`);
  const title = useId();
  return (
    <section
      id={partId(part)}
      aria-labelledby={title}
      aria-current={isActive || undefined}
      className={classes.part}
      tabIndex={-1}
      onFocus={onActive}
    >
      <Group gap="sm">
        <Title order={2} size="h3" id={title}>
          {name}
        </Title>
        {isAccepted && <Badge variant="default">{t('feedback:reviews.ACCEPTED')}</Badge>}
        {isOwn && <Badge variant="default">{t('edit.title')}</Badge>}
        {found && !passes(found) && <Badge variant="default">⚠ {t('listing.refused')}</Badge>}
      </Group>
      <div className={classes.beside}>
        <PresentPart present={present} isPersons={isPersons} language={generation.environment.language} />
        <div {...watch}>
          <Text size="sm" c="dimmed">
            {t('one.written')}
          </Text>
          {isEditing ? (
            <PartEditor
              name={name}
              language={generation.environment.language}
              items={items}
              limits={limits}
              isFixed={props.isAccepting}
              onChange={onChange}
              onCaret={(text, caret, item) => {
                const former = textsOf(LISTING, state.written, generation.environment.language)[item] ?? '';
                setShown(claimAt(text, caret, former, sentencesOf(former, item, claims ?? [])));
              }}
              onAccept={() => actions?.accept()}
              onDone={onDone}
            />
          ) : (
            <WrittenTexts {...props} />
          )}
        </div>
      </div>
      {failure && <Text role="alert">{failure[language]}</Text>}
      {items.length > 0 && generation.status !== 'RUNNING' && (
        <Stack gap="xs">
          {found ? (
            <Findings of={part} checks={found} hasMarks={!isEditing} />
          ) : (
            <Text size="sm" role="status">
              {t(state.isUnchecked ? 'listing.unchecked' : 'listing.checking')}
            </Text>
          )}
          {claims && <Sources claims={claims} shown={shown} />}
          {actions && <PartButtons {...props} name={name} actions={actions} />}
        </Stack>
      )}
    </section>
  );
}

/** The texts with their marks, or as far as they are written. */
function WrittenTexts({ state, growing, limits }: PartSectionProps): ReactNode {
  const { t } = useTranslation('generations');
  const { generation, part, items, found = [], isOwn, claims } = state;
  const { language } = generation.environment;
  if (generation.status === 'RUNNING')
    return generation.applicationId === LISTING ? (
      <Texts texts={growing} language={language} isGrowing />
    ) : (
      <WrittenAgain id={generation.id} language={language} />
    );
  return (
    <Texts
      language={language}
      texts={textsOf(LISTING, items, language)}
      render={(text, index) => (
        <>
          <MarkedText
            of={part}
            text={text}
            variant={index}
            checks={found}
            claims={isOwn ? undefined : claims}
          />{' '}
          <VisuallyHidden>{t('one.length')}</VisuallyHidden>
          <TextRoom text={text} limits={limits} />
        </>
      )}
    />
  );
}

/** A part while it is written by itself; its end becomes known to the listing. */
function WrittenAgain({ id, language }: { id: string; language: string | undefined }): ReactNode {
  const { live } = useLiveGeneration(id);
  return <Texts texts={live.texts} language={language} isGrowing />;
}

interface PartButtonsProps extends PartSectionProps {
  name: string;
  actions: PartActions;
}

function PartButtons({ state, name, isActive, isEditing, isBusy, actions }: PartButtonsProps): ReactNode {
  const { t } = useTranslation('generations');
  const hintOf = useKeyHint();
  const { isOwn, found } = state;
  const cannot = found !== undefined && !passes(found);
  const button = (key: string, word: string, act: () => void, isOff = false) => (
    <Button
      variant="default"
      size="xs"
      disabled={isBusy || isOff}
      aria-label={`${word}: ${name}`}
      {...(isActive && hintOf(key))}
      onClick={act}
    >
      {word}
    </Button>
  );
  return (
    <Group gap="sm">
      {button('a', t('actions.accept'), actions.accept, cannot)}
      {button('e', t(isEditing ? 'listing.done' : 'actions.edit'), actions.edit)}
      {isOwn && button('d', t('actions.discard'), actions.discard)}
      {button('w', t('actions.again'), actions.again)}
    </Group>
  );
}
