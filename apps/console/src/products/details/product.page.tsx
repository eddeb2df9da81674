// The page of a product: its parts, its form, and what is done with it.
import { Anchor, Group, Tabs, Text } from '@mantine/core';
import { ExternalLinkIcon } from 'lucide-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#client';
import { RecordPage } from '../../form/record/record-page.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { Unread } from '../../feedback/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { linkOf, TABS, type Tab } from '../product-facts.rules.ts';
import { ago, exactly } from '../../language/figures.rules.ts';
import { EditProduct } from './edit-product.tsx';
import { useFollowedProduct } from './followed-product.queries.ts';
import { ProductFacts, ProductPictures, ProductRecord } from './product-facts.tsx';
import { ProductGenerations } from './product-generations.tsx';
import { NoProduct } from './no-product.tsx';
import { ProductActions } from './product-actions.tsx';
import { ProductTexts } from './product-texts.tsx';
import { useLanguages } from './use-languages.tsx';
import { useRefresh } from './use-refresh.tsx';

const route = getRouteApi('/framed/products/$id');

export default function ProductPage(): ReactNode {
  const { id } = route.useParams();
  const product = useFollowedProduct(id);
  if (product.data) return <ProductView key={id} product={product.data} />;
  return <Unread query={product} rows={8} missing={<NoProduct id={id} />} />;
}

function ProductView({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('products');
  const languages = useLanguages(product);
  const refresh = useRefresh(product);
  return (
    <RecordPage
      area="products"
      title={product.title.trim() === '' ? t('untitled') : product.title}
      languages={languages}
      actions={(edit) => <ProductActions product={product} refresh={refresh} onEdit={edit} />}
      summary={<ProductSummary product={product} />}
      form={(close) => <EditProduct product={product} onDone={close} />}
    >
      <ProductParts product={product} languages={languages} />
    </RecordPage>
  );
}

/** Brand, identifier, origin, age and version in one line. */
function ProductSummary({ product }: { product: Product }): ReactNode {
  const { t, i18n } = useTranslation('products');
  const { brand, updatedAt, version } = product;
  const link = linkOf(product);
  const when = ago(updatedAt, Date.now() / 1000, i18n.language);
  return (
    <Group gap="md">
      {brand && <InlineText text={brand} />}
      {product.genre === 'Retailer' ? (
        <span>
          {product.asin} · {product.marketplace}
        </span>
      ) : (
        <span>{t('product.own')}</span>
      )}
      {link && (
        <Anchor href={link} target="_blank" rel="noopener noreferrer" aria-label={t('product.page')}>
          <ExternalLinkIcon size={18} style={{ verticalAlign: 'middle' }} />
        </Anchor>
      )}
      <Text
        component="time"
        c="dimmed"
        dateTime={new Date(updatedAt * 1000).toISOString()}
        title={exactly(updatedAt, i18n.language)}
      >
        {t('product.updated', { when })}
      </Text>
      {version !== undefined && <Text c="dimmed">{t('product.version', { version })}</Text>}
    </Group>
  );
}

/** The parts of a product as tabs; which one is open stands in the address. */
function ProductParts({
  product,
  languages,
}: {
  product: Product;
  languages: readonly string[] | undefined;
}): ReactNode {
  const { t } = useTranslation('products');
  const { tab = 'texts' } = route.useSearch();
  const navigate = useNavigate();
  const open = (name: Tab) =>
    void navigate({ to: '/products/$id', params: { id: product.id }, search: { tab: name }, replace: true });
  const hint = useKeyHint();
  useKeys(
    Object.fromEntries(
      TABS.map((name, i) => [i + 1, { does: t(`product.tabs.${name}`), act: () => open(name) }]),
    ),
  );
  return (
    <Tabs value={tab} onChange={(name) => open(name as Tab)} keepMounted={false}>
      <Tabs.List aria-label={t('product.tabs.label')} mb="md">
        {TABS.map((name, i) => (
          <Tabs.Tab key={name} value={name} {...hint(String(i + 1))}>
            {t(`product.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="texts">
        <ProductTexts product={product} languages={languages} />
      </Tabs.Panel>
      <Tabs.Panel value="facts">
        <ProductFacts product={product} languages={languages} />
      </Tabs.Panel>
      <Tabs.Panel value="pictures">
        <ProductPictures product={product} />
      </Tabs.Panel>
      <Tabs.Panel value="generations">
        <ProductGenerations product={product} />
      </Tabs.Panel>
      <Tabs.Panel value="record">
        <ProductRecord product={product} />
      </Tabs.Panel>
    </Tabs>
  );
}
