// What has been entered into a form that has texts written, and what is wrong in it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { fieldsOf } from '../fields.rules.ts';
import { refusalsOf } from '../refusal.tsx';
import { entriesFrom, faultsOf, fieldOfTarget, type Entries } from '../values.rules.ts';
import type { WritingSettings } from './writing-settings.rules.ts';

/** What a form begins with. */
export interface Begun<S extends WritingSettings> {
  settings: S;
  /** Of the application. */
  inputs?: Readonly<Record<string, unknown>>;
}

/** What has been entered, at first what `begin` gives. */
export function useWriting<S extends WritingSettings>(
  applications: readonly Application[],
  begin: () => Begun<S>,
) {
  const [begun] = useState(begin);
  const [settings, setSettings] = useState(begun.settings);
  const application = applications.find(({ id }) => id === settings.applicationId);
  const fields = fieldsOf(application?.inputSchema ?? {});
  const [entries, setEntries] = useState<Entries>(() => entriesFrom(fields, begun.inputs ?? {}));
  const [isChanged, setChanged] = useState(false);
  return {
    settings,
    entries,
    application,
    fields,
    /** What can be seen to be wrong without asking the API, by field. */
    faults: faultsOf(fields, entries),
    isChanged,
    /** Notes that what was entered has been sent. */
    keep: () => setChanged(false),
    change: (changed: Partial<S>) => {
      setChanged(true);
      setSettings((before) => ({ ...before, ...changed }));
    },
    enter: (changed: Entries) => {
      setChanged(true);
      setEntries(changed);
    },
  };
}

/** What is wrong in a form. */
export interface WritingErrors {
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  /** By the names of the inputs. */
  inputs: Readonly<Record<string, string>>;
}

/** The errors of a form; what the person did not fill in is among them when `areFaultsShown`. */
export function useWritingErrors(
  { fields, faults }: Pick<ReturnType<typeof useWriting>, 'fields' | 'faults'>,
  error: Error | null,
  areFaultsShown: boolean,
): WritingErrors {
  const { t } = useTranslation('form');
  const refused = refusalsOf(error);
  const inputs: Record<string, string> = {};
  for (const [target, message] of Object.entries(refused)) {
    const name = fieldOfTarget(target, 'inputs');
    if (fields.some((field) => field.name === name)) inputs[name!] = message;
  }
  if (areFaultsShown) for (const [name, fault] of Object.entries(faults)) inputs[name] = t(fault);
  return { refused, inputs };
}
