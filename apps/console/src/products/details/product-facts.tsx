// The facts of a product, its pictures, and its record as the API has it.
import { Button, Stack, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_FIELDS, type Product, type ProductPatch } from '#client';
import { SmallTable } from '../../table/small-table.tsx';
import { Json } from '../../text-display/code-text.tsx';
import { BlockText, InlineText } from '../../text-display/safe-text.tsx';
import { factsOf, picturesOf, TEXT_FIELDS } from '../product-facts.rules.ts';
import classes from '../products.module.css';
import { EditedFacts } from './imported.tsx';

interface ProductFactsProps {
  product: Product;
  languages: readonly string[] | undefined;
}

type Field = keyof ProductPatch;

/** Fields that have a place of their own on the page. */
const ELSEWHERE: readonly Field[] = [...TEXT_FIELDS, 'brand', 'specification'];
/** The texts that are shown one by one. */
const TEXTS = (Object.keys(PRODUCT_FIELDS) as Field[]).filter(
  (field) => PRODUCT_FIELDS[field].kind.startsWith('text') && !ELSEWHERE.includes(field),
);

export function ProductFacts({ product, languages }: ProductFactsProps): ReactNode {
  const { t } = useTranslation('products');
  const facts = factsOf(product.specification);
  const texts = TEXTS.map((name) => ({ name, entries: filledTexts(product, name) }));
  const shown = texts.filter(({ entries }) => entries.length > 0);
  return (
    <Stack gap="md">
      {facts.length + shown.length === 0 && <Text c="dimmed">{t('product.noFacts')}</Text>}
      {facts.length > 0 && (
        <section>
          <Title order={2}>{t('fields.specification')}</Title>
          <SmallTable label={t('fields.specification')} heads={[t('product.label'), t('product.value')]}>
            {facts.map(({ label, value }, i) => (
              <tr key={i}>
                <th scope="row">
                  <InlineText text={label} languages={languages ?? []} />
                </th>
                <td>
                  <InlineText text={value} languages={languages ?? []} />
                </td>
              </tr>
            ))}
          </SmallTable>
        </section>
      )}
      {shown.map(({ name, entries }) => (
        <section key={name}>
          <Title order={2}>{t(`fields.${name}`)}</Title>
          {PRODUCT_FIELDS[name].kind === 'text' ? (
            <BlockText text={entries[0] ?? ''} languages={languages ?? []} />
          ) : (
            <ul className={classes.bullets}>
              {entries.map((entry, i) => (
                <li key={i}>
                  <InlineText text={entry} languages={languages ?? []} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <EditedFacts product={product} />
    </Stack>
  );
}

/** The texts of a field, without empty ones. */
function filledTexts(product: Product & Partial<Record<Field, string | string[]>>, field: Field): string[] {
  return [product[field] ?? []].flat().filter((text) => text !== '');
}

export function ProductPictures({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('products');
  const pictures = picturesOf(product);
  if (pictures.length === 0) return <Text c="dimmed">{t('product.noPictures')}</Text>;
  return (
    <ul className={classes.pictures}>
      {pictures.map((url, i) => (
        <li key={url}>
          <img
            src={url}
            alt={t('product.picture', { number: i + 1 })}
            loading="lazy"
            referrerPolicy="no-referrer"
          />
        </li>
      ))}
    </ul>
  );
}

/** The record as the API has it. */
export function ProductRecord({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('products');
  const { copied, copy } = useClipboard();
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" onClick={() => copy(JSON.stringify(product, null, 2))}>
        {t(copied ? 'product.recordCopied' : 'product.copyRecord')}
      </Button>
      <Json label={t('product.tabs.record')} value={product} />
    </Stack>
  );
}
