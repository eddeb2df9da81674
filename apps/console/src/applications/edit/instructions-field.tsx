// The instructions, a Liquid template: what names no variable is marked while one types, and variables are put in by a click.
import { Button, Group, Input, Text, Title } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import { useId, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { markedPieces } from '../../text-display/marks.rules.ts';
import { Room } from '../../text-display/room.tsx';
import classes from '../applications.module.css';
import type { InputRow } from './input-rows.rules.ts';
import { textFor, unknownVariables, variablesOf, type UnknownVariable } from './variables.rules.ts';

/** Most characters. */
const MOST = 8000;

interface InstructionsFieldProps {
  value: string;
  rows: readonly InputRow[];
  error: string | undefined;
  onChange: (value: string) => void;
}

export function InstructionsField({ value, rows, error, onChange }: InstructionsFieldProps): ReactNode {
  const { t } = useTranslation('applications');
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const variables = useMemo(() => variablesOf(rows), [rows]);
  const unknown = useMemo(() => unknownVariables(value, variables), [value, variables]);
  const put = (text: string): void => {
    const { current } = area;
    if (!current) return;
    current.setRangeText(text, current.selectionStart, current.selectionEnd, 'end');
    current.focus();
    onChange(current.value);
  };
  const goTo = ({ start, end }: UnknownVariable): void => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <div className={classes.beside}>
      <Input.Wrapper
        id={id}
        label={t('parts.instructions')}
        description={t('form.instructionsHelp')}
        error={error}
        required
      >
        <div className={classes.template}>
          <div aria-hidden>
            {markedPieces(value, unknown).map(({ text, places }, i) =>
              places.length > 0 ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
            )}{' '}
          </div>
          <textarea
            id={id}
            ref={area}
            required
            maxLength={MOST}
            spellCheck={false}
            dir="auto"
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-description ${id}-unknown${error === undefined ? '' : ` ${id}-error`}`}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </div>
        <Room used={value.length} most={MOST} />
        <div id={`${id}-unknown`} role="status">
          {unknown.length > 0 && <Unknown unknown={unknown} onChoose={goTo} />}
        </div>
      </Input.Wrapper>
      <section aria-label={t('variables.title')}>
        <Title order={2} size="h3">
          {t('variables.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('variables.help')}
        </Text>
        {(['inputs', 'product', 'document', 'environment'] as const).map((root) => (
          <Group key={root} gap={4} mt="sm" role="group" aria-label={t(`variables.${root}`)}>
            <Text size="sm" w="100%">
              {t(`variables.${root}`)}
            </Text>
            {variables[root].map((name) => (
              <Button
                key={name}
                variant="default"
                size="compact-sm"
                classNames={{ label: classes.variable }}
                onClick={() => put(textFor(root, name, rows))}
              >
                {name}
              </Button>
            ))}
            {variables[root].length === 0 && <Text size="sm">{t('variables.none')}</Text>}
          </Group>
        ))}
      </section>
    </div>
  );
}

interface UnknownProps {
  unknown: readonly UnknownVariable[];
  onChoose: (variable: UnknownVariable) => void;
}

function Unknown({ unknown, onChoose }: UnknownProps): ReactNode {
  const { t } = useTranslation('applications');
  return (
    <Group gap="xs">
      <TriangleAlertIcon size={18} className="state-warning" aria-hidden />
      <Text size="sm">{t('variables.unknown', { count: unknown.length })}</Text>
      {unknown.map((variable) => (
        <Button
          key={variable.start}
          variant="default"
          size="compact-sm"
          classNames={{ label: classes.variable }}
          title={t('variables.goTo')}
          onClick={() => onChoose(variable)}
        >
          {variable.name}
        </Button>
      ))}
    </Group>
  );
}
