// A listing: its parts beside what the product has, accepted, edited and written again one by one or together, by keys too.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Generation, ListingPart, Product } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { Unread, Waiting } from '../../feedback/index.ts';
import { Leaving } from '../../form/leaving.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { productQuery } from '../../reference/records.queries.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import type { Live } from '../one/live-generation.rules.ts';
import { goTo } from '../result/findings.tsx';
import { Decided, type ReviewSteps } from '../result/decision.tsx';
import { Guidance } from '../result/guidance.tsx';
import { presentTexts } from '../result/product-text.rules.ts';
import { Refused } from '../result/refused.tsx';
import { Coverage, Sources } from '../result/sources.tsx';
import { TakeAway } from '../result/take-away.tsx';
import { useTextLimits } from '../use-text-limits.tsx';
import { applicationOf, growingTexts, PARTS, resultOf } from './listing.rules.ts';
import { partId, PartSection, type PartActions } from './part-section.tsx';
import { Questions } from './questions.tsx';
import { useAgain, type Again } from './use-again.tsx';
import { useWork, type Work } from './use-work.tsx';

interface ListingViewProps {
  generation: Generation;
  /** What has been written until now. */
  live: Live;
  review?: ReviewSteps | undefined;
  /** Told whether a person has changed a text here that is not accepted. */
  onOwn: (hasOwn: boolean) => void;
}

export default function ListingView(props: ListingViewProps): ReactNode {
  const { productId = '' } = props.generation;
  const again = useAgain(props.generation);
  const applications = useQuery(applicationsQuery);
  const product = useQuery({ ...productQuery(productId), enabled: productId !== '' });
  const reads = [applications, product, ...again.records];
  const failed = reads.find(({ error }) => error && !hasCode(error, 'NotFound'));
  // Once it is shown, it stays whatever becomes of further reads: what a person has changed lives in it.
  const [isShown, setShown] = useState(false);
  if (!isShown && reads.every(({ data, error }) => data !== undefined || hasCode(error, 'NotFound')))
    setShown(true);
  return (
    <>
      {failed && <Unread query={failed} rows={8} />}
      {!failed && !isShown && <Waiting rows={8} />}
      {isShown && applications.data && (
        <KnownListing {...props} again={again} product={product.data} applications={applications.data} />
      )}
    </>
  );
}

interface KnownListingProps extends ListingViewProps {
  product: Product | undefined;
  applications: readonly Application[];
  again: Again;
}

function KnownListing(props: KnownListingProps): ReactNode {
  const { generation, live, onOwn, product, applications } = props;
  const { t } = useTranslation('generations');
  const mayWrite = useMayWrite();
  const [active, setActive] = useState<ListingPart>('title');
  const work = useWork(props);
  const { parts, own, passing, editing, setEditing, isByPerson, isBusy, actionsOf } = work;
  const { status } = generation;
  const limitsOf = useTextLimits(generation);
  const hasOwn = Object.keys(own).length > 0;
  useEffect(() => onOwn(hasOwn), [hasOwn, onOwn]);
  const isRunning = status === 'RUNNING';
  const canDecide = mayWrite && !isRunning;
  const all = () => work.accept(passing);
  const reject = status === 'SUCCESS' && work.rejecting.open;
  const isGrowing = parts.find(({ part }) => part === active)?.generation.status === 'RUNNING';
  useListingKeys(
    { active, isBusy, canDecide, isGrowing, hasOwn: own[active] !== undefined },
    { ...actionsOf(active), all, reject, rewrite: () => work.writeAll() },
  );
  return (
    <Stack gap="md">
      {generation.stale && <Text size="sm">⚠ {t('one.stale')}</Text>}
      {status === 'FAILED' && <Text size="sm">{t('listing.draft')}</Text>}
      <Refusals errors={work.errors} />
      {parts.map((state) => {
        const { part } = state;
        const application = applications.find(({ id }) => id === applicationOf(part));
        return (
          <PartSection
            key={part}
            state={state}
            present={product && application?.target ? presentTexts(product, application.target) : []}
            isPersons={isByPerson(part)}
            limits={limitsOf(application)}
            growing={growingTexts(live, part)}
            isActive={active === part}
            isEditing={editing === part}
            isAccepting={work.accepting.includes(part)}
            isBusy={isBusy}
            actions={canDecide ? actionsOf(part) : undefined}
            onActive={() => setActive(part)}
            onChange={(items) => work.change(part, items)}
            onDone={() => setEditing(undefined)}
          />
        );
      })}
      <Known generation={generation} parts={parts} />
      {canDecide && (
        <ListingButtons
          isBusy={isBusy}
          isOff={passing.length === 0}
          onAll={all}
          onReject={reject}
          onRewrite={() => work.writeAll()}
        />
      )}
      <Decided generation={generation}>
        {work.taken && (
          <Button variant="default" size="xs" loading={isBusy} onClick={work.undo}>
            {t('decide.undo')}
          </Button>
        )}
      </Decided>
      <Leaving isChanged={() => hasOwn} />
      <Questions work={work} />
    </Stack>
  );
}

function Refusals({ errors }: { errors: Work['errors'] }): ReactNode {
  const { t } = useTranslation('generations');
  return errors.map((error, index) => {
    if (!error) return null;
    if (!hasCode(error, 'VersionMismatch')) return <Refused key={index} error={error} />;
    return (
      <Alert key={index} role="alert">
        {t('decide.conflict')}
      </Alert>
    );
  });
}

/** What is known of a listing as a whole. */
function Known({ generation, parts }: { generation: Generation; parts: Work['parts'] }): ReactNode {
  const { t } = useTranslation('generations');
  const { status, claims, coverage } = generation;
  if (status === 'RUNNING') return null;
  // A part that is written again has no items until then, and a listing without it is none to take away.
  const isWhole = parts.every((part) => part.generation.status !== 'RUNNING');
  return (
    <>
      {claims === undefined && <Sources claims={undefined} shown={undefined} />}
      {coverage && (
        <Coverage coverage={coverage} nameOf={(item) => t(`listing.parts.${partAt(generation, item)}`)} />
      )}
      <Guidance generation={generation} />
      {isWhole && (
        <TakeAway
          generation={generation}
          result={resultOf(Object.fromEntries(parts.map(({ part, items }) => [part, items])))}
          hasKeys
        />
      )}
    </>
  );
}

/** The part of an item of a listing. */
function partAt({ result, draft }: Generation, index: number): ListingPart {
  const items = result ?? draft;
  const part = Array.isArray(items) ? items[index]?.['part'] : undefined;
  return PARTS.find(([name]) => name === part)?.[0] ?? 'title';
}

interface ListingKeys {
  active: ListingPart;
  isBusy: boolean;
  canDecide: boolean;
  /** The part is being written: as its buttons, its keys rest. */
  isGrowing: boolean;
  /** A person has changed the part. */
  hasOwn: boolean;
}

/** The keys: of the part that is active, and of all parts. A key that is held down does something once. */
function useListingKeys(
  { active, isBusy, canDecide, isGrowing, hasOwn }: ListingKeys,
  on: PartActions & Record<'all' | 'rewrite' | 'reject', (() => void) | false>,
): void {
  const { t } = useTranslation('generations');
  const go = (steps: number) => () => {
    const place = PARTS.findIndex(([part]) => part === active) + steps;
    const next = PARTS[place]?.[0];
    if (next) goTo(partId(next));
  };
  const key = (does: string, act: (() => void) | false) =>
    canDecide && act && { does, act: ({ repeat }: KeyboardEvent) => void (!repeat && !isBusy && act()) };
  const partKey: typeof key = (does, act) => !isGrowing && key(does, act);
  useKeys({
    j: { does: t('listing.next'), act: go(1) },
    k: { does: t('listing.previous'), act: go(-1) },
    a: partKey(t('listing.keys.accept'), on.accept),
    e: partKey(t('listing.keys.edit'), on.edit),
    d: hasOwn && partKey(t('listing.keys.discard'), on.discard),
    w: partKey(t('listing.keys.again'), on.again),
    A: key(t('listing.all'), on.all),
    W: key(t('listing.rewrite'), on.rewrite),
    r: key(t('actions.reject'), on.reject),
  });
}

interface ListingButtonsProps {
  isBusy: boolean;
  /** True while no part can be accepted. */
  isOff: boolean;
  onAll: () => void;
  onReject: (() => void) | false;
  onRewrite: () => void;
}

function ListingButtons({ isBusy, isOff, onAll, onReject, onRewrite }: ListingButtonsProps): ReactNode {
  const { t } = useTranslation('generations');
  const hint = useKeyHint();
  return (
    <Group gap="sm">
      {onReject && (
        <Button variant="default" disabled={isBusy} {...hint('r')} onClick={onReject}>
          {t('actions.reject')}
        </Button>
      )}
      <Button variant="default" disabled={isBusy} {...hint('W')} onClick={onRewrite}>
        {t('listing.rewrite')}
      </Button>
      <Button loading={isBusy} disabled={isOff} {...hint('A')} onClick={onAll}>
        {t('listing.all')}
      </Button>
    </Group>
  );
}
