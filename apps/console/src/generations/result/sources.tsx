// What a result rests on: the facts of the sentence under the pointer or the caret, and how much of what was given it has.
import { Group, Text } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Generation } from '#client';
import { SafeText } from '../../text-display/safe-text.tsx';
import classes from '../generations.module.css';
import { itemsOf } from './claims.rules.ts';

/** The claim of the sentence that is pointed at, has the focus, or holds the caret; it stays until another one does. */
export function useShownClaim() {
  const within = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number>();
  const show = (at: EventTarget | null | undefined): void => {
    const element = at instanceof Element ? at : at instanceof Node ? at.parentElement : null;
    const sentence = element?.closest<HTMLElement>('[data-claim]');
    if (sentence && within.current?.contains(sentence)) setShown(Number(sentence.dataset['claim']));
  };
  useEffect(() => {
    const follow = (): void => show(getSelection()?.focusNode);
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, []);
  const point = ({ target }: SyntheticEvent): void => show(target);
  return { shown, setShown, watch: { ref: within, onPointerOver: point, onFocus: point } };
}

/** The facts of one sentence. It is as high without one, so that nothing moves under the pointer. */
export function Sources({
  claims,
  shown,
}: {
  claims: Generation['claims'];
  shown: number | undefined;
}): ReactNode {
  const { t } = useTranslation('generations');
  if (claims === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('sources.absent')}
      </Text>
    );
  const claim = shown === undefined ? undefined : claims[shown];
  const supported = claims.filter((one) => one.supported).length;
  return (
    <section aria-label={t('sources.title')} className={classes.sources}>
      <Text size="sm">{t('sources.count', { supported, count: claims.length })}</Text>
      <div role="status">
        {!claim && <Text size="sm">{t('sources.how')}</Text>}
        {claim && !claim.supported && (
          <Text size="sm">
            <TriangleAlertIcon size={16} className="state-warning" aria-hidden /> {t('sources.none')}
          </Text>
        )}
        {claim?.evidence.map(({ field, quote }) => (
          <Text key={`${field} ${quote}`} size="sm">
            ← <Fact field={field} /> “<SafeText text={quote} />”
          </Text>
        ))}
      </div>
    </section>
  );
}

/** Where a fact stands: such as `product.specification`, in words. A field that the console has no words for keeps its own. */
function Fact({ field }: { field: string }): ReactNode {
  const { t } = useTranslation(['generations', 'products']);
  const [origin = '', ...rest] = field.split('.');
  const key = rest.join('.');
  return (
    <strong>
      {t(`sources.of.${origin as 'product'}`, { defaultValue: origin })}:{' '}
      {origin === 'product' ? t(`products:fields.${key as 'title'}`, { defaultValue: key }) : key}
    </strong>
  );
}

interface CoverageProps {
  coverage: NonNullable<Generation['coverage']>;
  /** What an item of the result is called. */
  nameOf: (index: number) => string;
}

/** Where the keywords stand, and how many facts are told. */
export function Coverage({ coverage: { keywords, facts }, nameOf }: CoverageProps): ReactNode {
  const { t } = useTranslation('generations');
  return (
    <Group component="section" gap="md" aria-label={t('coverage.title')}>
      <Text size="sm">{t('coverage.facts', facts)}</Text>
      {keywords.map(({ keyword, found }) => (
        <Text key={keyword} size="sm">
          <bdi>{keyword}</bdi>{' '}
          {found.length > 0 ? `✓ ${itemsOf(found).map(nameOf).join(', ')}` : `✗ ${t('coverage.nowhere')}`}
        </Text>
      ))}
    </Group>
  );
}
