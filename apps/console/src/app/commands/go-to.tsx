// The search for everything: areas, forms that create something, and products.
import { Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../../api/use-session.tsx';
import { useFocusBack } from '../../page/index.ts';
import { productName } from '../../reference/product-search.rules.ts';
import { productsWithQuery } from '../../reference/records.queries.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { features } from '../features.ts';
import classes from './commands.module.css';

/** Pause in typing after which products are looked for, in milliseconds. */
const PAUSE_MS = 300;

/** Most products that are offered. */
const OFFERED = 6;

/** Something to go to. */
interface Place {
  to: string;
  name: ReactNode;
  /** What kind of thing it is. */
  kind: string;
}

export default function GoTo({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  useFocusBack();
  const found = useFoundProducts(text);
  const places = [...useOwnPlaces(text), ...found.places];
  const index = Math.min(chosen, places.length - 1);

  const follow = (place: Place | undefined): void => {
    if (!place) return;
    onClose();
    void navigate({ to: place.to });
  };
  const press = (event: KeyboardEvent): void => {
    const steps = { ArrowDown: 1, ArrowUp: places.length - 1 }[event.key];
    if (event.nativeEvent.isComposing || places.length === 0) return;
    if (event.key === 'Enter') follow(places[index]);
    else if (steps !== undefined) setChosen((index + steps) % places.length);
    else return;
    event.preventDefault();
  };
  return (
    <Modal opened onClose={onClose} title={t('goTo.title')} size="lg">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('goTo.label')}
        placeholder={t('goTo.placeholder')}
        aria-expanded={places.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={places.length > 0 ? `${id}${index}` : undefined}
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <Places id={id} places={places} index={index} onFollow={follow} />
      <VisuallyHidden role="status">
        {!found.isPending && t('goTo.count', { count: places.length })}
      </VisuallyHidden>
      {places.length === 0 && !found.isPending && <p>{t('goTo.none')}</p>}
    </Modal>
  );
}

interface PlacesProps {
  id: string;
  places: readonly Place[];
  index: number;
  onFollow: (place: Place) => void;
}

function Places({ id, places, index, onFollow }: PlacesProps) {
  const { t } = useTranslation('app');
  const chosen = useRef<HTMLLIElement>(null);
  useEffect(() => void chosen.current?.scrollIntoView({ block: 'nearest' }), [index]);
  return (
    <ul id={`${id}list`} role="listbox" aria-label={t('goTo.title')} className={classes.places}>
      {places.map((place, i) => (
        <li
          key={place.to}
          id={`${id}${i}`}
          ref={i === index ? chosen : null}
          role="option"
          aria-selected={i === index}
          onClick={() => onFollow(place)}
        >
          <span className={classes.place}>{place.name}</span>{' '}
          <span className={classes.kind}>{place.kind}</span>
        </li>
      ))}
    </ul>
  );
}

/** The areas and the forms that make something, whose names contain a text. */
function useOwnPlaces(text: string): Place[] {
  const { t } = useTranslation('app');
  const mayWrite = useMayWrite();
  const wanted = text.trim().toLowerCase();
  const areas = features.flatMap((feature) => feature.areas);
  const made = mayWrite ? areas.filter(({ create }) => create !== undefined) : [];
  return [
    ...areas.map(({ name, to }) => ({ to, name: t(`areas.${name}`), kind: t('goTo.area') })),
    ...made.map(({ name, create = '' }) => ({
      to: create,
      name: t(`create.${name as 'products'}`),
      kind: '',
    })),
  ].filter(({ name }) => name.toLowerCase().includes(wanted));
}

function useFoundProducts(text: string): { places: Place[]; isPending: boolean } {
  const { t } = useTranslation('app');
  const [typed] = useDebouncedValue(text.trim(), PAUSE_MS);
  const isWanted = /[\p{L}\p{N}]/u.test(typed); // without a letter or a digit there is nothing to look for
  const { data = [], isFetching } = useQuery({
    ...productsWithQuery(typed, OFFERED),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const places = data.map((product) => ({
    to: `/products/${product.id}`,
    name: <InlineText text={productName(product)} />,
    kind: t('goTo.product'),
  }));
  return { places: isWanted ? places : [], isPending: isFetching || typed !== text.trim() };
}
