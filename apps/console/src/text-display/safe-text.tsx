// Text from outside, shown as text: nothing in it becomes markup, and what nobody could see is made visible.
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from './languages.rules.ts';
import { piecesOf } from './safe-text.rules.ts';
import classes from './text-display.module.css';

interface TextProps {
  text: string;
  /** True in a description, where `<br>` is a line break. */
  br?: boolean;
}

/** The text, for an element that already has its language and direction. With `isOneLine`, line breaks become blanks. */
export function SafeText({
  text,
  br = false,
  isOneLine = false,
}: TextProps & { isOneLine?: boolean }): ReactNode {
  return piecesOf(text, { br }).map((piece, i) => {
    if (piece.kind === 'text') return <Fragment key={i}>{piece.text}</Fragment>;
    if (piece.kind === 'hidden') return <HiddenCharacter key={i} code={piece.code} />;
    return isOneLine ? ' ' : <br key={i} />;
  });
}

function HiddenCharacter({ code }: { code: string }): ReactNode {
  const { t } = useTranslation('text-display');
  return (
    <span className={classes.hidden} title={t('hidden', { code })}>
      {code}
    </span>
  );
}

interface ForeignProps extends TextProps {
  /** The languages of its marketplace as BCP 47 tags; none of a text whose language is not known. */
  languages?: readonly string[];
}

/** A text within a line or a cell. It keeps its own direction and does not change that of the text around it. */
export function InlineText({ text, languages = [] }: Omit<ForeignProps, 'br'>): ReactNode {
  return (
    <bdi lang={languageOf(text, languages)}>
      <SafeText text={text} isOneLine />
    </bdi>
  );
}

/** A text in a block of its own, which runs in the text's direction. */
export function BlockText({ text, br = false, languages = [] }: ForeignProps): ReactNode {
  return (
    <div className={classes.block} lang={languageOf(text, languages)} dir="auto">
      <SafeText text={text} br={br} />
    </div>
  );
}
