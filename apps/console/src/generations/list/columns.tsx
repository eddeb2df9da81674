// The columns of the table of generations. Their cells are plain elements: a table of thousands has to scroll.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationSummary } from '#client';
import { useGenerationTitle } from '../../form/writing/use-application-name.tsx';
import type { Column } from '../../table/columns.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import { moneyOf, timeOf } from '../../language/figures.rules.ts';
import { statusWord } from '../statuses.rules.ts';

type Name = 'title' | 'preview' | 'status' | 'review' | 'model' | 'tokens' | 'cost' | 'began' | 'took';

/** The columns, always the same array in one language. */
export function useColumns(): Column<GenerationSummary>[] {
  const { t, i18n } = useTranslation('generations');
  const titleOf = useGenerationTitle();
  return useMemo(() => columnsOf(t, i18n.language, titleOf), [t, i18n.language, titleOf]);
}

function columnsOf(
  t: TFunction<'generations'>,
  language: string,
  titleOf: (generation: GenerationSummary) => string,
): Column<GenerationSummary>[] {
  const unknown = t('usage.unknown');
  const column = (
    id: Name,
    size: number,
    cell: (generation: GenerationSummary) => ReactNode,
  ): Column<GenerationSummary> => ({
    id,
    header: t(`columns.${id}`),
    size,
    cell: ({ row: { original } }) => cell(original),
  });
  return [
    {
      ...column('title', 260, (generation) => (
        <Link to="/generations/$id" params={{ id: generation.id }}>
          <InlineText text={titleOf(generation)} />
        </Link>
      )),
      meta: { isName: true },
    },
    column('status', 110, (one) => t(`statuses.${statusWord(one)}`)),
    column('review', 120, ({ review, stale }) => (
      <>
        {review && t(`reviews.${review.state}`)}
        {stale && ` ⚠ ${t('columns.stale')}`}
      </>
    )),
    column('preview', 260, ({ preview, errorCode, environment }) => (
      <span lang={environment.language}>{preview ? <InlineText text={preview} /> : errorCode}</span>
    )),
    column('model', 140, ({ environment }) => environment.model),
    column('tokens', 90, ({ usage }) => usage && tokensOf(usage.inputTokens, usage.outputTokens, unknown)),
    column(
      'cost',
      90,
      ({ usage }) =>
        usage &&
        (usage.costMicros === null ? unknown : moneyOf(usage.costMicros, usage.currency ?? 'USD', language)),
    ),
    column('began', 140, ({ createdAt }) => timeOf(createdAt, language)),
    column('took', 80, ({ createdAt, completedAt }) =>
      completedAt === undefined ? '' : t('one.seconds', { count: completedAt - createdAt }),
    ),
  ];
}

function tokensOf(input: number | null, output: number | null, unknown: string): string {
  return input === null && output === null ? unknown : String((input ?? 0) + (output ?? 0));
}
