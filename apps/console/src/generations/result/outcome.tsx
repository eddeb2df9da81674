// A result: beside the present text, as differences from it, or alone; with its findings, and what a person decides.
import { Group, Radio, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Generation, Product } from '#client';
import { useRole } from '../../api/use-session.tsx';
import { Waiting } from '../../state/waiting.tsx';
import { Room } from '../../wording/room.tsx';
import { lengthOf, mostOf } from '../../wording/limits.rules.ts';
import { Decision } from './decision.tsx';
import { DifferentText } from './different-text.tsx';
import { ResultEditor } from './result-editor.tsx';
import { VIEWS, type View } from '../filters.rules.ts';
import { Findings, MarkedText } from './findings.tsx';
import { applicationQuery, productQuery } from '../generations.queries.ts';
import classes from '../generations.module.css';
import { presentTexts } from './product-text.rules.ts';
import { choicesOf, isTakenTogether, textsOf, type Result } from './results.rules.ts';
import { TakeAway } from './take-away.tsx';
import { TextCard } from '../one/text-card.tsx';

const route = getRouteApi('/framed/generations/$id');

export function Outcome({ generation, isAlone }: { generation: Generation; isAlone: boolean }) {
  const { t } = useTranslation('generations');
  const canWrite = useRole() !== 'viewer';
  const { applicationId, applicationVersion, productId, result = '' } = generation;
  const { view = 'side' } = route.useSearch();
  const navigate = route.useNavigate();
  const [variant, setVariant] = useState(0);
  /** A person's own version of what is chosen; undefined until it is edited. */
  const [own, setOwn] = useState<Result>();
  const application = useQuery(applicationQuery(applicationId, applicationVersion));
  const product = useQuery({ ...productQuery(productId ?? ''), enabled: productId !== undefined });
  if (application.isPending || (productId !== undefined && product.isPending)) return <Waiting rows={6} />;

  const target = product.data && application.data?.target;
  const present = product.data && target ? presentTexts(product.data, target) : undefined;
  const chosen = choicesOf(applicationId, result)[variant] ?? result;
  const isWide = isAlone && present !== undefined;
  const shown: View = isWide ? view : 'text';
  return (
    <Stack gap="md">
      {generation.stale && <Text size="sm">⚠ {t('one.stale')}</Text>}
      {isWide && (
        <SegmentedControl
          aria-label={t('one.view')}
          data={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={shown}
          onChange={(value) =>
            void navigate({ search: (search) => ({ ...search, view: value as View }), replace: true })
          }
        />
      )}
      {own === undefined ? (
        <div className={shown === 'side' ? classes.beside : undefined}>
          {shown === 'side' && (
            <TextCard title={t('one.present')} language={languageOf(generation)} texts={present ?? []} />
          )}
          {shown === 'differences' ? (
            <DifferentText
              before={(present ?? []).join('\n')}
              after={textsOf(chosen).join('\n')}
              language={languageOf(generation)}
            />
          ) : (
            <Written generation={generation} product={product.data} variant={variant} onChoose={setVariant} />
          )}
        </div>
      ) : (
        <ResultEditor
          generation={generation}
          limits={application.data?.limits ?? []}
          product={product.data}
          result={own}
          onChange={setOwn}
        />
      )}
      <Findings checks={generation.checks ?? []} />
      <TakeAway generation={generation} hasKeys={isAlone && own === undefined} />
      {canWrite && (
        <Decision
          generation={generation}
          product={product.data}
          target={target}
          choice={own === undefined ? { variant } : { result: own }}
          hasKeys={isAlone}
          onEdit={() => setOwn(own === undefined ? chosen : undefined)}
        />
      )}
    </Stack>
  );
}

function languageOf({ environment }: Generation): string | undefined {
  return environment.language;
}

interface WrittenProps {
  generation: Generation;
  product: Product | undefined;
  variant: number;
  onChoose: (variant: number) => void;
}

/** What was written, with its findings marked; one of several texts can be chosen. */
function Written({ generation, product, variant, onChoose }: WrittenProps) {
  const { t } = useTranslation('generations');
  const { applicationId, applicationVersion, checks = [], environment, result = '' } = generation;
  const { data: application } = useQuery(applicationQuery(applicationId, applicationVersion));
  const texts = textsOf(result);
  const marketplace = product?.genre === 'Retailer' ? product.marketplace : undefined;
  const most = mostOf(application?.limits ?? [], 'text', 'characters', marketplace);
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
              name="variant"
              aria-label={t('one.choose', { number: index + 1 })}
              checked={variant === index}
              onChange={() => onChoose(index)}
            />
          )}
          <div>
            <MarkedText text={text} variant={index} checks={checks} />{' '}
            <VisuallyHidden>{t('one.length')}</VisuallyHidden>
            <Room used={lengthOf(text)} most={most} />
          </div>
        </Group>
      )}
    />
  );
}
