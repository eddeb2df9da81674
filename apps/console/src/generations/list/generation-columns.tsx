// The columns of the table of generations.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationSummary, GenerationUsage } from '#client';
import { useGenerationTitle } from '../../form/writing/use-application-name.tsx';
import { type Column, columns } from '../../table/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { costOf, timeOf } from '../../language/figures.rules.ts';
import { usePersonName } from '../../reference/use-person-name.tsx';
import { statusWord } from '../generation-status.rules.ts';

const column = columns<GenerationSummary>();

/** The columns, always the same array in one language. */
export function useGenerationColumns(): Column<GenerationSummary>[] {
  const { t, i18n } = useTranslation(['generations', 'feedback']);
  const titleOf = useGenerationTitle();
  const nameOf = usePersonName();
  return useMemo(() => columnsOf(t, i18n.language, titleOf, nameOf), [t, i18n.language, titleOf, nameOf]);
}

function columnsOf(
  t: TFunction<['generations', 'feedback']>,
  language: string,
  titleOf: (generation: GenerationSummary) => string,
  nameOf: (accountId: string) => string | undefined,
): Column<GenerationSummary>[] {
  const unknown = t('usage.unknown');
  return [
    column('title', t('columns.title'), { size: 260, isName: true }, (generation) => (
      <Link to="/generations/$id" params={{ id: generation.id }}>
        <InlineText text={titleOf(generation)} />
      </Link>
    )),
    column('status', t('columns.status'), { size: 110 }, (generation) =>
      t(`statuses.${statusWord(generation)}`),
    ),
    column('review', t('columns.review'), { size: 120 }, ({ review, stale }) => (
      <>
        {review && t(`feedback:reviews.${review.state}`)}
        {stale && ` ⚠ ${t('columns.stale')}`}
      </>
    )),
    column('preview', t('columns.preview'), { size: 260 }, ({ preview, errorCode, environment }) => (
      <span lang={environment.language}>{preview ? <InlineText text={preview} /> : errorCode}</span>
    )),
    column('model', t('columns.model'), { size: 140 }, ({ environment }) => environment.model),
    column('by', t('columns.by'), { size: 140 }, ({ accountId }) => (
      <InlineText text={nameOf(accountId) ?? t('somebody')} />
    )),
    column('tokens', t('columns.tokens'), { size: 90 }, ({ usage }) => usage && tokensOf(usage, unknown)),
    column('cost', t('columns.cost'), { size: 90 }, ({ usage }) => usage && costOf(usage, unknown, language)),
    column('began', t('columns.began'), { size: 140 }, (one) => timeOf(one.createdAt, language)),
    column('took', t('columns.took'), { size: 80 }, ({ createdAt, completedAt }) =>
      completedAt === undefined ? '' : t('one.seconds', { count: completedAt - createdAt }),
    ),
  ];
}

function tokensOf({ inputTokens: input, outputTokens: output }: GenerationUsage, unknown: string): string {
  return input === null && output === null ? unknown : String((input ?? 0) + (output ?? 0));
}
