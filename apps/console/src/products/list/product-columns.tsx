// The columns of the table of products.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useContext, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Product } from '#client';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { ago, exactly } from '../../language/figures.rules.ts';
import { type Column, columns, RowsRest } from '../../table/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { pictureOf, textStatesOf, type TextState } from '../product-facts.rules.ts';
import { applicationsQuery, marketplacesQuery } from '../../reference/reference.queries.ts';
import classes from '../products.module.css';
import { AsinCell } from './asin-cell.tsx';

type T = TFunction<'products'>;

/** A sign for each state; a word beside it says the same to those who do not see it. */
const SIGNS: Readonly<Record<TextState['state'], string>> = {
  ACCEPTED: '✓',
  PENDING: '✎',
  STALE: '⚠',
  MISSING: '–',
};

const column = columns<Product>();

/** The columns, always the same array in one language. */
export function useProductColumns(): Column<Product>[] {
  const { t, i18n } = useTranslation('products');
  const { data: marketplaces } = useQuery(marketplacesQuery);
  const { data: applications } = useQuery(applicationsQuery);
  const nameOf = useApplicationName();
  return useMemo(() => {
    const languages = new Map<string, string[]>(marketplaces?.map((one) => [one.code, one.languages]));
    const languagesOf = (product: Product) =>
      product.genre === 'Retailer' ? languages.get(product.marketplace) : undefined;
    return columnsOf(t, i18n.language, applications ?? [], nameOf, languagesOf);
  }, [t, i18n.language, applications, nameOf, marketplaces]);
}

function columnsOf(
  t: T,
  language: string,
  applications: readonly Application[],
  nameOf: (application: TextState['application']) => string,
  languagesOf: (product: Product) => readonly string[] | undefined,
): Column<Product>[] {
  const sayingOf = textStateSayings(t, applications, nameOf);
  const inline = (product: Product, text: string) => (
    <InlineText text={text} languages={languagesOf(product)} />
  );
  return [
    column('picture', t('columns.picture'), { size: 76 }, (product) => <Picture url={pictureOf(product)} />),
    column('title', t('fields.title'), { size: 240, isName: true, isWide: true }, (product) => (
      <Link to="/products/$id" params={{ id: product.id }}>
        {inline(product, product.title.trim() === '' ? t('untitled') : product.title)}
      </Link>
    )),
    column('brand', t('fields.brand'), { size: 130 }, (product) => inline(product, product.brand)),
    column(
      'asin',
      t('columns.asin'),
      { size: 150 },
      (product) => product.genre === 'Retailer' && <AsinCell asin={product.asin} t={t} />,
    ),
    column(
      'marketplace',
      t('filters.names.marketplace'),
      { size: 60 },
      (product) => product.genre === 'Retailer' && product.marketplace,
    ),
    column('kind', t('filters.names.genre'), { size: 90 }, ({ genre }) => t(`kinds.${genre}`)),
    column('texts', t('filters.names.texts'), { size: 130 }, (product) => (
      <TextStates states={textStatesOf(product, applications)} sayingOf={sayingOf} />
    )),
    column('updated', t('columns.updated'), { size: 120 }, ({ updatedAt }) => (
      <time dateTime={new Date(updatedAt * 1000).toISOString()} title={exactly(updatedAt, language)}>
        {ago(updatedAt, Date.now() / 1000, language)}
      </time>
    )),
  ];
}

/** A picture. It is asked for when its row is no longer being scrolled, because each request costs frames. */
function Picture({ url }: { url: string | undefined }): ReactNode {
  const isResting = useContext(RowsRest);
  const [hasRested, setHasRested] = useState(isResting);
  if (isResting && !hasRested) setHasRested(true);
  if (url === undefined) return null;
  return (
    <img
      className={classes.thumb}
      src={hasRested ? url : undefined}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      referrerPolicy="no-referrer"
    />
  );
}

interface TextStatesProps {
  states: readonly TextState[];
  sayingOf: (text: TextState) => string | undefined;
}

/** The first letter of each application, which is that of its English name, and the sign of its state. */
function TextStates({ states, sayingOf }: TextStatesProps): ReactNode {
  return states.map((text) => {
    const { id, name } = text.application;
    const words = sayingOf(text);
    return (
      <span key={id} className={classes.text} title={words} role="img" aria-label={words}>
        {Array.from(name.replace(/^product /i, '').toUpperCase())[0]}
        {SIGNS[text.state]}
      </span>
    );
  });
}

/** What a sign says; put into words once for all rows. */
function textStateSayings(
  t: T,
  applications: readonly Application[],
  nameOf: (application: TextState['application']) => string,
): TextStatesProps['sayingOf'] {
  const states = Object.keys(SIGNS) as TextState['state'][];
  const words = new Map(
    applications.flatMap((one) =>
      states.map((state) => [
        `${one.id} ${state}`,
        t('textState', { application: nameOf(one), state: t(`states.${state}`) }),
      ]),
    ),
  );
  return ({ application: { id }, state }) => words.get(`${id} ${state}`);
}
