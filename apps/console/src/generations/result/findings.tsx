// What the quality check has noticed: marked in the text and listed, and each leads to the other.
import { ActionIcon, Anchor, List, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GenerationCheck } from '#client';
import { useLanguage } from '../../language/use-language.tsx';
import { markedPieces } from '../../text-display/marks.rules.ts';
import { SafeText } from '../../text-display/safe-text.tsx';
import classes from '../generations.module.css';

const markId = (of: string, index: number): string => `mark-${of}-${index}`;
const findingId = (of: string, index: number): string => `finding-${of}-${index}`;

/** The elements are on the same page, so the address stays. */
function goTo(id: string): void {
  document.getElementById(id)?.focus();
}

interface MarkedTextProps {
  /** What the findings are about, as an id that nothing else on the page has. */
  of: string;
  text: string;
  /** The place of the text in the result. */
  variant: number;
  checks: readonly GenerationCheck[];
}

/** A text with the places of its findings; behind each a number leads to the finding. */
export function MarkedText({ of, text, variant, checks }: MarkedTextProps) {
  const { t } = useTranslation('generations');
  const places = checks.map((check) => (check.variant === variant ? check : { start: 0, end: 0 }));
  const told = new Set<number>();
  return markedPieces(text, places).map(({ text: piece, places: around }, index, pieces) => {
    if (around.length === 0) return <SafeText key={index} text={piece} br />;
    const begun = around.filter((place) => !told.has(place));
    begun.forEach((place) => told.add(place));
    const ended = around.filter((place) => !pieces[index + 1]?.places.includes(place));
    return (
      <span key={index}>
        {begun.map((place) => (
          <span key={place} id={markId(of, place)} tabIndex={-1} className={classes.anchor}>
            <VisuallyHidden>{t('findings.begins', { number: place + 1 })}</VisuallyHidden>
          </span>
        ))}
        <mark className={classes.mark}>
          <SafeText text={piece} br />
        </mark>
        {ended.map((place) => (
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
  });
}

interface FindingsProps {
  of: string;
  checks: readonly GenerationCheck[];
  /** True when the text stands on the page with its marks. */
  hasMarks?: boolean;
}

/** The findings of all texts. */
export function Findings({ of, checks, hasMarks = false }: FindingsProps) {
  const { t } = useTranslation('generations');
  const language = useLanguage();
  if (checks.length === 0) return <Text size="sm">✓ {t('findings.none')}</Text>;
  return (
    <section>
      <Title order={2} size="h3">
        {t('findings.title')}
      </Title>
      <List listStyleType="none" spacing="xs">
        {checks.map(({ message, rule, policyVersion, start, end, variant }, index) => (
          <List.Item
            key={index}
            id={findingId(of, index)}
            tabIndex={-1}
            icon={<IconAlertTriangle size={18} className="state-warning" aria-hidden />}
          >
            {index + 1}. {message[language]}{' '}
            <Text component="span" size="sm" c="dimmed">
              {t('findings.where', { number: variant + 1 })} · {rule} · {policyVersion}
            </Text>{' '}
            {hasMarks && start < end && (
              <Anchor component="button" type="button" onClick={() => goTo(markId(of, index))}>
                → {t('findings.text')}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
