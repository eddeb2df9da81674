// A text with marks: the places of its findings, and its sentences, of which those without a fact are told in words too.
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationCheck, GenerationClaim } from '#client';
import { markedPieces, type Piece } from '../../text-display/marks.rules.ts';
import { SafeText } from '../../text-display/safe-text.tsx';
import classes from '../generations.module.css';
import { sentencesOf, type Sentence } from './claims.rules.ts';
import { findingId, goTo, markId } from './findings.tsx';

interface MarkedTextProps {
  /** What the findings are about, as an id that nothing else on the page has. */
  of: string;
  text: string;
  /** The place of the text in the result. */
  variant: number;
  checks: readonly GenerationCheck[];
  claims?: readonly GenerationClaim[] | undefined;
}

/** Behind each place of a finding a number leads to the finding. */
export function MarkedText({ of, text, variant, checks, claims = [] }: MarkedTextProps): ReactNode {
  const { t } = useTranslation('generations');
  const findings = checks.map((check) => (check.variant === variant ? check : { start: 0, end: 0 }));
  const sentences = sentencesOf(text, variant, claims);
  const pieces = markedPieces(text, [...findings, ...sentences]);
  const marks = marksOf(pieces, findings.length);
  const shown = (piece: Piece, index: number): ReactNode => (
    <MarkedPiece key={index} of={of} text={piece.text} marks={marks[index]!} />
  );
  return runsOf(pieces, findings.length).map(({ from, to, sentence }) => {
    const own = pieces.slice(from, to).map((piece, i) => shown(piece, from + i));
    if (sentence === undefined) return own;
    const { claim, isSupported } = sentences[sentence - findings.length] as Sentence;
    return (
      <span
        key={from}
        className={classes.sentence}
        data-claim={claim}
        data-bare={!isSupported || undefined}
        tabIndex={0}
      >
        {own}
        {!isSupported && <small className={classes.bare}>{t('sources.bare')}</small>}
      </span>
    );
  });
}

interface Marks {
  /** Numbers of the findings that begin with a piece, that it lies in, and that end with it. */
  begun: number[];
  around: number[];
  ended: number[];
}

function marksOf(pieces: readonly Piece[], findings: number): Marks[] {
  const around = pieces.map(({ places }) => places.filter((place) => place < findings));
  return around.map((own, index) => ({
    begun: own.filter((place) => !around[index - 1]?.includes(place)),
    around: own,
    ended: own.filter((place) => !around[index + 1]?.includes(place)),
  }));
}

/** Pieces in a row that lie in one sentence, or in none. */
function runsOf(
  pieces: readonly Piece[],
  findings: number,
): { from: number; to: number; sentence: number | undefined }[] {
  const sentences = pieces.map(({ places }) => places.find((place) => place >= findings));
  const starts = [...sentences.keys()].filter((i) => i === 0 || sentences[i] !== sentences[i - 1]);
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? pieces.length, sentence: sentences[from] }));
}

function MarkedPiece({ of, text, marks }: { of: string; text: string; marks: Marks }): ReactNode {
  const { t } = useTranslation('generations');
  if (marks.around.length === 0) return <SafeText text={text} br />;
  return (
    <span>
      {marks.begun.map((place) => (
        <span key={place} id={markId(of, place)} tabIndex={-1} className={classes.anchor}>
          <VisuallyHidden>{t('findings.begins', { number: place + 1 })}</VisuallyHidden>
        </span>
      ))}
      <mark className={classes.mark}>
        <SafeText text={text} br />
      </mark>
      {marks.ended.map((place) => (
        <ActionIcon
          key={place}
          size={24}
          variant="subtle"
          aria-label={t('findings.open', { number: place + 1 })}
          onClick={() => goTo(findingId(of, place))}
        >
          {place + 1}
        </ActionIcon>
      ))}
    </span>
  );
}
