// Says for which products a new batch is, and leads to them.
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ProductSearch } from '../../reference/product-search.rules.ts';
import { useApplicationNameById } from '../../form/writing/use-application-name.tsx';
import { dateOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { areSeveral, isTooMany, mostOf, type Choice } from './batch-request.rules.ts';
import { TextLink } from '../../page/index.ts';

interface ChoiceLineProps {
  choice: Choice;
  importId: string | undefined;
}

export function ChoiceLine({ choice, importId }: ChoiceLineProps) {
  const { t } = useTranslation('batches');
  const language = useLanguage();
  const nameOf = useApplicationNameById();
  const isMore = 'search' in choice && !choice.isExact;
  const { count } = choice;
  const filters = 'search' in choice ? filtersIn(choice.search, t, language, nameOf) : [];
  const list = new Intl.ListFormat(language, { type: 'unit' });
  return (
    <>
      <Text>
        {t(isMore ? 'for.more' : 'for.count', { count })}
        {filters.length > 0 && (
          <>
            {': '}
            <bdi>{list.format(filters)}</bdi>
          </>
        )}
        {importId !== undefined && ` ${t('for.ofImport')}`}{' '}
        {'search' in choice && (
          <TextLink underline="always" to="/products" search={choice.search}>
            {t('for.show')}
          </TextLink>
        )}
        {importId !== undefined && (
          <TextLink
            underline="always"
            to="/imports/$id"
            params={{ id: importId }}
            search={{ items: 'success' }}
          >
            {t('for.show')}
          </TextLink>
        )}
      </Text>
      {isTooMany(choice) && <Text fw={600}>{t('for.nowNewest', { count: mostOf(choice) })}</Text>}
      {areSeveral(choice) && <Text>{t('for.several', { count: mostOf(choice) })}</Text>}
    </>
  );
}

/** What the filters ask for, in words. */
function filtersIn(
  { q, genre, marketplace, brand, tag, since, texts, application = '' }: ProductSearch,
  t: TFunction<'batches'>,
  language: string,
  nameOf: (applicationId: string) => string | undefined,
): string[] {
  return [
    q && t('for.words', { words: q }),
    genre && t(`for.kinds.${genre}`),
    marketplace,
    brand,
    tag,
    since !== undefined && t('for.since', { date: dateOf(since, language) }),
    texts && t(`for.texts.${texts}`, { application: nameOf(application) ?? application }),
  ].filter((word) => typeof word === 'string');
}
