// The texts of a product: title, bullets and description, each with its length, its origin and how it stands.
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Product } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { Waiting } from '../../feedback/index.ts';
import { BlockText } from '../../text-display/safe-text.tsx';
import {
  originOf,
  TEXT_FIELDS,
  textsOf,
  textStatesOf,
  type TextField,
  type TextState,
} from '../product-facts.rules.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { generationQuery } from '../../reference/records.queries.ts';
import classes from '../products.module.css';
import { useWrite } from '../write.tsx';
import { FieldRoom } from './field-room.tsx';
import { Imported } from './imported.tsx';
import { ButtonLink } from '../../page/index.ts';

interface ProductTextsProps {
  product: Product;
  languages: readonly string[] | undefined;
}

export function ProductTexts({ product, languages = [] }: ProductTextsProps): ReactNode {
  const { t } = useTranslation('products');
  const { data: applications = [], isPending } = useQuery(applicationsQuery);
  if (isPending) return <Waiting rows={6} />; // a notice that came later would push the rest down
  const states = textStatesOf(product, applications);
  const section = (field: TextField) => {
    const texts = textsOf(product, field);
    return (
      <Section
        key={field}
        product={product}
        field={field}
        name={field === 'features' ? t('product.bullets') : t(`fields.${field}`)}
        texts={texts}
        application={applications.find(({ builtIn, target }) => builtIn && target === field)}
        states={states}
      >
        {texts.length === 0 && <Text c="dimmed">{t('product.empty')}</Text>}
        {field === 'features' ? (
          <Bullets bullets={texts} languages={languages} />
        ) : (
          texts.map((text) => (
            <BlockText key={text} text={text} br={field === 'description'} languages={languages} />
          ))
        )}
      </Section>
    );
  };
  return (
    <Stack gap="md">
      {states
        .filter(({ state }) => state === 'STALE')
        .map((state) => (
          <StaleBox key={state.application.id} product={product} text={state} />
        ))}
      {TEXT_FIELDS.map(section)}
    </Stack>
  );
}

function Bullets({
  bullets,
  languages,
}: {
  bullets: readonly string[];
  languages: readonly string[];
}): ReactNode {
  return (
    <ul className={classes.bullets}>
      {bullets.map((bullet, i) => (
        <li key={i}>
          <BlockText text={bullet} languages={languages} />
        </li>
      ))}
    </ul>
  );
}

interface SectionProps {
  product: Product;
  field: TextField;
  name: string;
  texts: readonly string[];
  /** The built-in application that writes this text; its limits hold. */
  application: Application | undefined;
  states: readonly TextState[];
  children: ReactNode;
}

function Section({ product, field, name, texts, application, states, children }: SectionProps): ReactNode {
  const { t } = useTranslation('products');
  const origin = originOf(product, field === 'features' && product.genre === 'Custom' ? 'feature' : field);
  const own = states.find(({ application: { id } }) => id === application?.id);
  return (
    <Paper component="section" withBorder p="md" aria-label={name}>
      <div className={classes.head}>
        <Title order={2}>{name}</Title>
        <Text c="dimmed" size="sm">
          {t(`product.origins.${origin}`)}
        </Text>
        {application && (
          <FieldRoom
            application={application}
            marketplace={product.genre === 'Retailer' ? product.marketplace : undefined}
            texts={texts}
            isList={field === 'features'}
          />
        )}
        {own && <State text={own} />}
      </div>
      {children}
      {(origin === 'person' || origin === 'generation') && <Imported product={product} field={field} />}
    </Paper>
  );
}

/** How the text of an application stands; it leads to the generation. */
function State({ text: { application, state, generationId } }: { text: TextState }): ReactNode {
  const { t } = useTranslation('products');
  const nameOf = useApplicationName();
  const words = t('textState', { application: nameOf(application), state: t(`states.${state}`) });
  if (!generationId) return <Text size="sm">{words}</Text>;
  return (
    <Link to="/generations/$id" params={{ id: generationId }}>
      {words}
    </Link>
  );
}

/** A text that was written from facts which have changed since. */
function StaleBox({ product, text }: { product: Product; text: TextState }): ReactNode {
  const { t } = useTranslation('products');
  const { application, generationId = '' } = text;
  const { data: generation } = useQuery({ ...generationQuery(generationId), enabled: generationId !== '' });
  const write = useWrite();
  const mayWrite = useMayWrite();
  const version = generation?.productVersion;
  const nameOf = useApplicationName();
  const names = { application: nameOf(application), version, now: product.version };
  return (
    <Alert title={t('product.stale.title')}>
      <Stack gap="sm">
        {version === undefined ? t('product.stale.unknown', names) : t('product.stale.text', names)}
        <Group gap="sm">
          <ButtonLink variant="default" size="compact-md" to="/generations/$id" params={{ id: generationId }}>
            {t('product.stale.show')}
          </ButtonLink>
          {mayWrite && (
            <Button variant="default" size="compact-md" onClick={() => write(product.id, application.id)}>
              {t('product.stale.write')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
