// The listing of a product: all of its texts, beside what it has now, written together and decided about part by part.
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Generation, Product } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { Unread, Waiting } from '../../feedback/index.ts';
import { languageName } from '../../language/figures.rules.ts';
import { Back, Heading, later } from '../../page/index.ts';
import { productName } from '../../reference/product-search.rules.ts';
import { generationQuery, productQuery } from '../../reference/records.queries.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import classes from '../generations.module.css';
import { newestListingQuery } from './listing.queries.ts';
import { isPersons, presentTexts } from '../result/product-text.rules.ts';
import { LISTING, PARTS, targetOf } from './listing.rules.ts';
import { PresentPart } from './present-part.tsx';

// One of them is shown at first: the form, or the listing that was written with it.
const GenerationForm = later(() => import('../new/generation-form.tsx'), <Waiting rows={4} />);

const GenerationPanel = later(() => import('../one/generation-panel.tsx'), <Waiting rows={8} />);

const route = getRouteApi('/framed/generations/listing');

export default function ListingPage(): ReactNode {
  const { t } = useTranslation('generations');
  const { product: productId, generation } = route.useSearch();
  const product = useQuery({ ...productQuery(productId ?? ''), enabled: productId !== undefined });
  /** The product whose newest listing is wanted. */
  const asked = generation === undefined ? productId : undefined;
  const newest = useQuery({ ...newestListingQuery(asked ?? ''), enabled: asked !== undefined });
  const id = generation ?? newest.data ?? undefined;
  const title = product.data ? t('listing.of', { product: productName(product.data) }) : t('listing.title');
  const isKnown =
    productId === undefined || (product.data && (asked === undefined || newest.data !== undefined));
  // A listing tells itself that its product could not be read again.
  const isTold = product.data && id !== undefined && !hasCode(product.error, 'NotFound');
  return (
    <Stack gap="lg">
      <Back area="generations" />
      <Heading key={productId} title={title} />
      {productId !== undefined && !isTold && <Unread query={product} rows={8} />}
      {asked !== undefined && <Unread query={newest} rows={8} />}
      {asked !== undefined && newest.data && (
        // The address names it from now on: a reload, or the way back, shows the same.
        <Navigate
          to="/generations/listing"
          search={{ product: asked, generation: newest.data }}
          replace
          resetScroll={false}
        />
      )}
      {isKnown && <Listing key={`${productId} ${id}`} product={product.data} id={id} />}
    </Stack>
  );
}

/** What is asked for, and the listing that was written; `id` is that of its generation. */
function Listing({ product, id }: { product: Product | undefined; id: string | undefined }): ReactNode {
  const { t } = useTranslation('generations');
  const mayWrite = useMayWrite();
  const applications = useQuery(applicationsQuery);
  const former = useQuery({ ...generationQuery(id ?? ''), enabled: id !== undefined });
  const [hasOwn, setOwn] = useState(false);
  /** The form is large: where there is a listing, it is loaded once it is opened. What was entered stays when it is folded. */
  const [isOpen, setOpen] = useState(id === undefined);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const own = applications.data?.filter((application) => application.id === LISTING);
  if (!own || (id !== undefined && !former.data))
    return <Unread query={own ? former : applications} rows={8} />;
  return (
    <>
      {mayWrite && (
        <details
          className={classes.settings}
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>
            {t('listing.settings')} <Used generation={former.data} />
          </summary>
          {wasOpen && (
            <GenerationForm
              hasKeys={isOpen}
              applications={own}
              former={former.data}
              applicationId={LISTING}
              productId={product?.id}
              question={hasOwn ? t('listing.sure.all.text') : undefined}
            />
          )}
        </details>
      )}
      {id !== undefined && <GenerationPanel id={id} isAlone onOwn={setOwn} />}
      {id === undefined && product && (
        <PresentTexts product={product} applications={applications.data ?? []} />
      )}
    </>
  );
}

/** Where the listing is for, in which language, and who wrote it. */
function Used({ generation }: { generation: Generation | undefined }): ReactNode {
  const { i18n } = useTranslation('generations');
  if (!generation) return null;
  const { marketplace, environment } = generation;
  const { language, model } = environment;
  const named = language && languageName(language, i18n.language);
  return (
    <Text component="span" size="sm" c="dimmed">
      {[marketplace, named, model].filter(Boolean).join(' · ')}
    </Text>
  );
}

/** What the product has of each part before a listing is written. */
function PresentTexts({
  product,
  applications,
}: {
  product: Product;
  applications: readonly Application[];
}): ReactNode {
  const { t } = useTranslation('generations');
  return PARTS.map(([part]) => {
    const target = targetOf(applications, part);
    return (
      <section key={part} className={classes.part}>
        <Title order={2} size="h3">
          {t(`listing.parts.${part}`)}
        </Title>
        <PresentPart
          present={target ? presentTexts(product, target) : []}
          isPersons={isPersons(product, target)}
          language={undefined}
        />
      </section>
    );
  });
}
