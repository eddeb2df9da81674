// Edits a part of a listing in place.
import { Stack, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { keyNameOf } from '../../keyboard/key-names.rules.ts';
import type { TextLimit } from '../../text-display/limits.rules.ts';
import { TextRoom } from '../../text-display/room.tsx';
import { textsOf } from '../../text-display/result-texts.rules.ts';
import { LISTING, type PartItem } from './listing.rules.ts';

interface PartEditorProps {
  /** What the part is called. */
  name: string;
  language: string | undefined;
  items: readonly PartItem[];
  limits: readonly TextLimit[];
  /** True while what stands there may not change. */
  isFixed: boolean;
  onChange: (items: PartItem[]) => void;
  /** The caret is at this character of a text. */
  onCaret: (text: string, caret: number, item: number) => void;
  onAccept: () => void;
  /** The field is left; what was written stays. */
  onDone: () => void;
}

export function PartEditor({
  name,
  language,
  items,
  limits,
  isFixed,
  onChange,
  onCaret,
  onAccept,
  onDone,
}: PartEditorProps) {
  const { t } = useTranslation('generations');
  const press = (event: KeyboardEvent): void => {
    const act = { 'Ctrl+Enter': onAccept, Escape: onDone }[keyNameOf(event.nativeEvent)];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation(); // the same keys send the form above
    act();
  };
  return (
    <Stack gap="sm">
      {items.map((item, index) =>
        (['header', 'text'] as const).map((field) => {
          if (field === 'header' && item.header === undefined) return null;
          const number = items.length > 1 ? ` ${index + 1}` : '';
          return (
            <Textarea
              key={`${index} ${field}`}
              label={field === 'header' ? t('listing.header', { name: name + number }) : name + number}
              description={
                field === 'text' && (
                  <TextRoom text={textsOf(LISTING, [item], language)[0] ?? ''} limits={limits} />
                )
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              lang={language}
              dir="auto"
              autosize
              minRows={1}
              autoFocus={index === 0 && (field === 'header' || item.header === undefined)}
              value={item[field] ?? ''}
              readOnly={isFixed}
              onKeyDown={press}
              data-own-keys
              onSelect={({ currentTarget: { value, selectionStart } }) =>
                onCaret(value, selectionStart, index)
              }
              onChange={({ currentTarget: { value } }) =>
                onChange(items.map((one, i) => (i === index ? { ...one, [field]: value } : one)))
              }
            />
          );
        }),
      )}
    </Stack>
  );
}
