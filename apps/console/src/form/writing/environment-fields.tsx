// The settings of a generation: models, marketplace, language, voice, tone, style, temperature, guidance.
import { Autocomplete, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Application, BUILT_IN_APPLICATIONS, type Model } from '#client';
import { languageName } from '../../language/figures.rules.ts';
import { Room } from '../../text-display/room.tsx';
import { marketplacesQuery, modelsQuery } from '../../reference/reference.queries.ts';
import { useMarketplaceOptions } from '../use-marketplace-options.tsx';
import { modelChoices } from './model-choices.rules.ts';
import { VoiceFields } from './voice-fields.tsx';
import type { WritingSettings } from './writing-settings.rules.ts';

/** Most characters of the guidance. */
const MOST_GUIDANCE = 4000;
/** Words of the API: models read them, in English. */
const TONES = ['professional', 'friendly', 'witty'];
const STYLES = ['benefit-led', 'storytelling'];

interface EnvironmentFieldsProps {
  models: readonly string[];
  /** So many models may write at once. */
  mostModels: number;
  environment: WritingSettings['environment'];
  application: Application | undefined;
  /** What the API has refused, by target. */
  errors: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Pick<WritingSettings, 'models' | 'environment'>>) => void;
}

/** What is left alone is not sent: then the application's settings hold, and else those of the API. */
export function EnvironmentFields({
  models,
  mostModels,
  environment,
  application,
  errors,
  onChange,
}: EnvironmentFieldsProps) {
  const { t } = useTranslation('form');
  const usual = application?.environment ?? {};
  const setting = (changed: WritingSettings['environment']): void =>
    onChange({ environment: { ...environment, ...changed } });
  const shared = (name: keyof WritingSettings['environment'], fallback: string) => ({
    label: t(`settings.${name}`),
    placeholder: usual[name] === undefined ? fallback : t('writing.usual', { value: String(usual[name]) }),
    error: errors[`environment.${name}`],
  });
  return (
    <>
      <ModelField
        applicationId={application?.id}
        models={models}
        most={mostModels}
        usual={usual.model}
        error={errors['environment.model']}
        onChange={(chosen) => onChange({ models: chosen })}
      />
      <PlaceFields
        marketplace={shared('marketplace', t('settings.byProduct'))}
        language={shared('language', t('settings.byMarketplace'))}
        environment={environment}
        onChange={setting}
      />
      <VoiceFields
        applicationId={application?.id}
        environment={environment}
        error={errors['environment.voice']}
        onChange={setting}
      />
      <Autocomplete
        {...shared('tone', t('writing.none'))}
        data={TONES}
        maxLength={64}
        value={environment.tone ?? ''}
        onChange={(tone) => setting({ tone })}
      />
      <Autocomplete
        {...shared('writing_style', t('writing.none'))}
        data={STYLES}
        maxLength={64}
        value={environment.writing_style ?? ''}
        onChange={(style) => setting({ writing_style: style })}
      />
      <TextInput
        {...shared('temperature', t('settings.byApplication'))}
        type="number"
        min={0}
        max={2}
        step={0.1}
        value={environment.temperature ?? ''}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          setting({ temperature: Number.isNaN(valueAsNumber) ? undefined : valueAsNumber })
        }
      />
      <Textarea
        {...shared('system_prompt', t('writing.none'))}
        description={<Room used={environment.system_prompt?.length ?? 0} most={MOST_GUIDANCE} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={MOST_GUIDANCE}
        value={environment.system_prompt ?? ''}
        onChange={({ currentTarget }) => setting({ system_prompt: currentTarget.value })}
      />
    </>
  );
}

interface SharedProps {
  label: string;
  placeholder: string;
  error: string | undefined;
}

interface PlaceFieldsProps {
  marketplace: SharedProps;
  language: SharedProps;
  environment: WritingSettings['environment'];
  onChange: (changed: WritingSettings['environment']) => void;
}

/** Where the text is for, and in which language. */
function PlaceFields({ marketplace, language, environment, onChange }: PlaceFieldsProps) {
  const { i18n } = useTranslation('form');
  const { data: marketplaces = [] } = useQuery(marketplacesQuery);
  const tags = [...new Set(marketplaces.flatMap(({ languages }) => languages))].sort();
  return (
    <>
      <Select
        {...marketplace}
        searchable
        clearable
        data={useMarketplaceOptions()}
        value={environment.marketplace ?? null}
        onChange={(code) => onChange({ marketplace: code ?? undefined })}
      />
      <Select
        {...language}
        searchable
        clearable
        data={tags.map((tag) => ({ value: tag, label: `${languageName(tag, i18n.language)} (${tag})` }))}
        value={environment.language ?? null}
        onChange={(tag) => onChange({ language: tag ?? undefined })}
      />
    </>
  );
}

interface ModelFieldProps {
  applicationId: string | undefined;
  models: readonly string[];
  most: number;
  /** The model of the application. */
  usual: string | undefined;
  error: string | undefined;
  onChange: (models: readonly string[]) => void;
}

/** About pictures, only models that take them are offered. Another one that was chosen before, or is the default, is marked. */
function ModelField({ applicationId = '', models, most, usual, error, onChange }: ModelFieldProps) {
  const { t } = useTranslation('form');
  const { data: enabled = [] } = useQuery(modelsQuery);
  const isAboutPictures = BUILT_IN_APPLICATIONS[applicationId]?.seesPictures === true;
  const isBlind = ({ images }: Model): boolean => isAboutPictures && !images;
  const fallback = usual ?? enabled.find(({ isDefault }) => isDefault)?.id ?? '';
  const used = models.length === 0 ? [fallback] : models;
  const blind = enabled.find((one) => used.includes(one.id) && isBlind(one));
  const shared = {
    placeholder: models.length === 0 ? fallback : '',
    searchable: true,
    clearable: true,
    selectFirstOptionOnChange: true,
    data: modelChoices(
      enabled.filter((one) => !isBlind(one) || models.includes(one.id)),
      t('settings.simulated'),
    ),
    error: error ?? (blind && t('settings.noPictures', { model: blind.id })),
  };
  if (most === 1)
    return (
      <Select
        {...shared}
        label={t('settings.model', { count: 1 })}
        value={models[0] ?? null}
        onChange={(model) => onChange(model === null ? [] : [model])}
      />
    );
  return (
    <MultiSelect
      {...shared}
      label={t('settings.model', { count: most })}
      description={t('settings.modelHelp', { most })}
      maxValues={most}
      value={[...models]}
      onChange={onChange}
    />
  );
}
