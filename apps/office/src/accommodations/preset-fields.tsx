import { useAppShell } from '@sitwell/app-shell/shell-context.tsx'
import { presetSupports, presetTextSizes } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import type { ReactNode } from 'react'
import { useOffice } from '../office-context.tsx'
import { type AccommodationField, type AccommodationValues, supportsIn } from './accommodation-values.ts'
import own from './accommodations.module.css'
import { supportNames, themeName } from './preset-text.ts'

type PresetField = 'opensSupports' | 'supports' | 'textPercent' | 'theme'

/** A value of one of these fields in words. */
export const usePresetValue = () => {
  const { text } = useOffice()
  return (field: AccommodationField, value: string): string => {
    if (value === '') return ''
    if (field === 'textPercent') return text('accommodation.percentOf', { percent: value })
    if (field === 'theme') return themeName(value, text)
    if (field === 'supports') return supportNames(supportsIn(value), text)
    return field === 'opensSupports' ? text('accommodation.yes') : value
  }
}

/** What an accommodation sets for the screen. */
export const PresetFields = ({
  values,
  error,
  onChange,
  conflictOf,
}: {
  readonly values: AccommodationValues
  /** Why what helps with words can't be as it is. */
  readonly error: string | undefined
  onChange(field: PresetField, value: string): void
  conflictOf(field: PresetField): ReactNode
}) => {
  const { text } = useOffice()
  const { themes } = useAppShell()
  const usual = { id: '', title: text('accommodation.asUsual') }
  const named = themes.choices.map(({ name }) => ({ id: name, title: themeName(name, text) }))
  // One that the organisation has no longer stays chosen until somebody chooses another.
  const isThere = values.theme === '' || named.some(({ id }) => id === values.theme)
  const supports = supportsIn(values.supports)
  return (
    <fieldset className={own.part}>
      <legend>{text('accommodation.screen')}</legend>
      <p>{text('accommodation.screenEffect')}</p>
      <Choice
        label={text('accommodation.textPercent')}
        help={text('accommodation.textPercentHelp')}
        value={values.textPercent}
        options={[
          usual,
          ...presetTextSizes.map((size) => ({ id: String(size), title: text('accommodation.percentOf', { percent: size }) })),
        ]}
        onChange={(id) => onChange('textPercent', id)}
      />
      {conflictOf('textPercent')}
      <Choice
        label={text('accommodation.theme')}
        value={values.theme}
        options={[usual, ...named, ...(isThere ? [] : [{ id: values.theme, title: values.theme }])]}
        onChange={(id) => onChange('theme', id)}
      />
      {conflictOf('theme')}
      <fieldset className={own.supports}>
        <legend>{text('accommodation.supports')}</legend>
        <p>{text('accommodation.supportsHelp')}</p>
        {presetSupports.map((one) => (
          <label key={one} className={own.support}>
            <input
              type="checkbox"
              checked={supports.includes(one)}
              onChange={({ target }) =>
                onChange(
                  'supports',
                  presetSupports.filter((id) => (id === one ? target.checked : supports.includes(id))).join(),
                )
              }
            />
            <span>{text(`preset.support.${one}`)}</span>
          </label>
        ))}
        {conflictOf('supports')}
        <label className={own.support}>
          <input
            type="checkbox"
            checked={values.opensSupports !== ''}
            aria-invalid={error !== undefined || undefined}
            onChange={({ target }) => onChange('opensSupports', target.checked ? 'yes' : '')}
          />
          <span>{text('accommodation.opensSupports')}</span>
        </label>
        {error !== undefined && <Problem>{error}</Problem>}
        {conflictOf('opensSupports')}
      </fieldset>
    </fieldset>
  )
}
