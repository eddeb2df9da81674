// A result: beside the present text, as differences from it, or alone; with its findings, and what a person decides.
import { Card, Group, Radio, SegmentedControl, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Generation } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { Failed, Waiting } from '../../feedback/index.ts';
import { later } from '../../page/index.ts';
import { TextRoom } from '../../text-display/room.tsx';
import type { TextLimit } from '../../text-display/limits.rules.ts';
import { Decision, type ReviewSteps } from './decision.tsx';
import { ResultEditor } from './result-editor.tsx';
import { VIEWS, type View } from '../generation-search.rules.ts';
import { Findings } from './findings.tsx';
import { Guidance } from './guidance.tsx';
import { MarkedText } from './marked-text.tsx';
import { productQuery } from '../../reference/records.queries.ts';
import { usedApplicationQuery } from '../generations.queries.ts';
import classes from '../generations.module.css';
import { afterwards, presentTexts, type Target } from './product-text.rules.ts';
import { textsOf } from '../../text-display/result-texts.rules.ts';
import { choicesOf, isTakenTogether, takenTexts, type Result } from './results.rules.ts';
import { Coverage, Sources, useShownClaim } from './sources.tsx';
import { TakeAway } from './take-away.tsx';
import { acceptKey } from './use-decision.tsx';
import { useTextLimits } from '../use-text-limits.tsx';
import { TextCard } from '../one/text-card.tsx';

const DifferentText = later(() => import('../../text-display/different-text.tsx'));

interface OutcomeProps {
  generation: Generation;
  isAlone: boolean;
  view: View;
  onView: (view: View) => void;
  review: ReviewSteps | undefined;
  /** Told whether a person's own version stands here. */
  onOwn: (hasOwn: boolean) => void;
}

export default function Outcome({ generation, isAlone, view, onView, review, onOwn }: OutcomeProps) {
  const { t } = useTranslation('generations');
  const mayWrite = useMayWrite();
  const { applicationId, applicationVersion, productId, result = '' } = generation;
  const [variant, setVariant] = useState(0);
  /** A person's own version of what is chosen; undefined until it is edited. */
  const [own, setOwn] = useState<Result>();
  const hasOwn = own !== undefined;
  useEffect(() => onOwn(hasOwn), [hasOwn, onOwn]);
  /** What is on its way does not change: it is gone from here as soon as it has been accepted. */
  const isAccepting = useIsMutating({ mutationKey: acceptKey(generation.id) }) > 0;
  const limitsOf = useTextLimits(generation);
  const { shown: claim, setShown: showClaim, watch } = useShownClaim();
  const application = useQuery(usedApplicationQuery(applicationId, applicationVersion));
  const product = useQuery({ ...productQuery(productId ?? ''), enabled: productId !== undefined });
  if (application.isPending || (productId !== undefined && product.isPending)) return <Waiting rows={6} />;

  const isGone = hasCode(product.error, 'NotFound');
  if (!product.data && product.error && !isGone)
    return <Failed error={product.error} onRetry={() => void product.refetch()} />;

  const target = product.data && application.data?.target;
  const present = product.data && target ? presentTexts(product.data, target) : undefined;
  const chosen = choicesOf(applicationId, result)[variant] ?? result;
  const limits = limitsOf(application.data);
  const isWide = isAlone && present !== undefined;
  const shown: View = isWide ? view : 'text';
  return (
    <Stack gap="md" {...watch}>
      {generation.stale && <Text size="sm">⚠ {t('one.stale')}</Text>}
      {isWide && <ViewSwitch view={shown} onView={onView} />}
      {own === undefined ? (
        <ResultTexts
          generation={generation}
          limits={limits}
          present={present ?? []}
          target={target}
          view={shown}
          variant={variant}
          onChoose={setVariant}
        />
      ) : (
        <ResultEditor
          generation={generation}
          limits={limits}
          result={own}
          isFixed={isAccepting}
          onChange={setOwn}
          onClaim={showClaim}
        />
      )}
      {own === undefined && (
        <Findings of={generation.id} checks={generation.checks ?? []} hasMarks={shown !== 'differences'} />
      )}
      {application.data?.builtIn && <Sources claims={generation.claims} shown={claim} />}
      {generation.coverage && (
        <Coverage
          coverage={generation.coverage}
          nameOf={(index) => t('findings.where', { number: index + 1 })}
        />
      )}
      {own === undefined && <Guidance generation={generation} />}
      <TakeAway
        generation={generation}
        result={own ?? takenTexts(generation)}
        hasKeys={isAlone && own === undefined}
      />
      {mayWrite && generation.experimentId === undefined && (
        <Decision
          generation={generation}
          product={product.data}
          target={target}
          choice={own === undefined ? { variant } : { result: own }}
          hasKeys={isAlone}
          onDecided={() => setOwn(undefined)}
          review={review}
          onEdit={() => setOwn(own === undefined ? chosen : undefined)}
        />
      )}
      <Leaving isChanged={() => own !== undefined} />
    </Stack>
  );
}

function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('generations');
  return (
    <SegmentedControl
      aria-label={t('one.view')}
      data={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
      value={view}
      onChange={onView}
    />
  );
}

interface ResultTextsProps extends WrittenProps {
  /** What stands on the product now. */
  present: readonly string[];
  target: Target | undefined;
  view: View;
}

/** The texts as a person wants to see them. */
function ResultTexts({ present, target, view, ...written }: ResultTextsProps) {
  const { t } = useTranslation('generations');
  const { applicationId, environment, result = '' } = written.generation;
  const { language } = environment;
  if (view === 'differences') {
    const chosen = choicesOf(applicationId, result)[written.variant] ?? result;
    const after = afterwards(target, present, textsOf(applicationId, chosen, language)).join('\n');
    return (
      <Card withBorder padding="md">
        <Title order={2} size="h3" mb="sm">
          {t('views.differences')}
        </Title>
        <DifferentText before={present.join('\n')} after={after} language={language} br />
      </Card>
    );
  }
  if (view === 'text') return <Written {...written} />;
  return (
    <div className={classes.beside}>
      <TextCard title={t('one.present')} language={language} texts={present} />
      <Written {...written} />
    </div>
  );
}

interface WrittenProps {
  generation: Generation;
  limits: readonly TextLimit[];
  variant: number;
  onChoose: (variant: number) => void;
}

/** What was written, with its findings marked; one of several texts can be chosen. */
function Written({ generation, limits, variant, onChoose }: WrittenProps) {
  const { t } = useTranslation('generations');
  const { applicationId, checks = [], claims, environment, result = '' } = generation;
  const name = useId();
  const texts = textsOf(applicationId, result, environment.language);
  const isChoice = texts.length > 1 && !isTakenTogether(applicationId);
  return (
    <TextCard
      title={t('one.written')}
      language={environment.language}
      texts={texts}
      render={(text, index) => (
        <Group wrap="nowrap" align="flex-start" gap="sm">
          {isChoice && (
            <Radio
              name={name}
              aria-label={t('one.choose', { number: index + 1 })}
              checked={variant === index}
              onChange={() => onChoose(index)}
            />
          )}
          <div>
            <MarkedText of={generation.id} text={text} variant={index} checks={checks} claims={claims} />{' '}
            <VisuallyHidden>{t('one.length')}</VisuallyHidden>
            <TextRoom text={text} limits={limits} />
          </div>
        </Group>
      )}
    />
  );
}
