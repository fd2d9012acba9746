import type { Failure } from '@sitwell/client/api'
import {
  type AccommodationState,
  accommodationState,
  officeAddAccommodation,
  officeChangeAccommodation,
} from '@sitwell/contract'
import { DateField } from '@sitwell/office-ui/date-field.tsx'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { TextArea, TextInput } from '@sitwell/office-ui/text-input.tsx'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { ConflictNote, ConflictOf, isContested } from '../places/conflict-part.tsx'
import { useEditedPlace } from '../places/use-edited-place.ts'
import { whatText } from './accommodation-text.ts'
import { type AccommodationField, dayIn, fieldsForCall, freshValues, problemsIn, valuesOf } from './accommodation-values.ts'
import { PresetFields, usePresetValue } from './preset-fields.tsx'

const titleIds = {
  extraPercent: 'accommodation.extraPercent',
  extraMinutes: 'accommodation.extraMinutes',
  restBreakMinutes: 'accommodation.restBreakMinutes',
  textPercent: 'accommodation.textPercent',
  theme: 'accommodation.theme',
  supports: 'accommodation.supports',
  opensSupports: 'accommodation.opensSupports',
  from: 'accommodation.firstDay',
  until: 'accommodation.lastDay',
  approvedBy: 'accommodation.approvedBy',
  approvedOn: 'accommodation.approvedOn',
  basis: 'accommodation.basisField',
  note: 'accommodation.noteField',
  reason: 'accommodation.reasonField',
} as const satisfies Readonly<Record<AccommodationField, string>>

/** Why it came to nothing, if that is about accommodations. */
export const accommodationFailure = (failure: Failure, text: OfficeText): string | undefined => {
  if (failure.kind === 'unreachable') return undefined
  if (failure.code === 'NOT_FOUND') return text('accommodation.notThere')
  return failure.code === 'CLOSED' || failure.code === 'CHANGED_MEANWHILE' ? text('accommodation.gone') : undefined
}

/** The form of an accommodation: a new one, or one that is there. If somebody else changed it meanwhile, both versions are shown. */
export const EditAccommodation = ({
  userID,
  name,
  accommodation,
  onSaved,
  onMeanwhile,
  onClose,
}: {
  readonly userID: number
  /** Of the person. */
  readonly name: string
  /** Undefined: a new one. */
  readonly accommodation: AccommodationState | undefined
  /** `sittings`: how many exams under way have another time now; undefined if nothing was changed. */
  onSaved(sittings: number | undefined): void
  onMeanwhile(): void
  onClose(): void
}) => {
  const { api, text, nowMs } = useOffice()
  const { timeZone } = useOfficeTexts()
  const sittings = useRef(0)
  const isChange = accommodation !== undefined
  const edited = useEditedPlace<AccommodationField, AccommodationState>({
    state: accommodation,
    initial: freshValues(dayIn(timeZone, nowMs())),
    valuesOf,
    problemsIn: (values) =>
      Object.fromEntries(
        Object.entries(problemsIn(values, isChange)).map(([field, problem]) => [field, text(`accommodation.error.${problem}`)]),
      ),
    // One that was withdrawn meanwhile is changed no more.
    read: (current) => {
      const read = z.safeParse(accommodationState, current)
      return read.success && !read.data.isWithdrawn ? read.data : undefined
    },
    store: async ({ values, base, requestId }) => {
      const fields = { userID, ...fieldsForCall(values) }
      const outcome =
        base === undefined
          ? await api.call(officeAddAccommodation, { body: { ...fields, requestId } })
          : await api.call(officeChangeAccommodation, {
              body: { ...fields, accommodationID: base.accommodationID, version: base.version, reason: values.reason.trim() },
            })
      if (!outcome.ok) return outcome
      sittings.current = outcome.value.sittings
      return { ok: true, state: outcome.value.accommodation }
    },
    explain: (failure) => accommodationFailure(failure, text),
    onSaved: (_state, hasChanged) => onSaved(hasChanged ? sittings.current : undefined),
    onMeanwhile,
  })
  const { values, errors } = edited
  const titleOf = (field: AccommodationField) => text(titleIds[field])
  const common = (field: AccommodationField) => ({
    label: titleOf(field),
    error: isContested(edited, field) ? undefined : errors[field],
    value: values[field],
    onChange: edited.change(field),
  })
  const shown = usePresetValue()
  const conflictOf = (field: AccommodationField) => (
    <ConflictOf edited={edited} field={field} title={titleOf(field)} shown={(value) => shown(field, value)} />
  )
  return (
    <FormDialog
      title={text(isChange ? 'accommodation.changeTitle' : 'accommodation.addTitle', { name })}
      submit={text('person.save')}
      errors={errors}
      problem={edited.problem}
      isPending={edited.isPending}
      onSubmit={() => void edited.save()}
      onCancel={onClose}
    >
      <ConflictNote edited={edited} name={accommodation ? whatText(accommodation, text) : ''} titleOf={titleOf} />
      <p>{text('accommodation.effect')}</p>
      <TextInput {...common('extraPercent')} help={text('accommodation.extraPercentHelp')} maxLength={4} />
      {conflictOf('extraPercent')}
      <TextInput {...common('extraMinutes')} help={text('accommodation.extraMinutesHelp')} maxLength={4} />
      {conflictOf('extraMinutes')}
      <TextInput {...common('restBreakMinutes')} help={text('accommodation.restBreakMinutesHelp')} maxLength={4} />
      {conflictOf('restBreakMinutes')}
      <PresetFields
        values={values}
        error={isContested(edited, 'opensSupports') ? undefined : errors.opensSupports}
        onChange={(field, value) => edited.change(field)(value)}
        conflictOf={conflictOf}
      />
      <DateField {...common('from')} isRequired />
      {conflictOf('from')}
      <DateField {...common('until')} help={text('accommodation.lastDayHelp')} />
      {conflictOf('until')}
      <TextInput {...common('approvedBy')} isRequired maxLength={200} />
      {conflictOf('approvedBy')}
      <DateField {...common('approvedOn')} isRequired />
      {conflictOf('approvedOn')}
      <TextArea {...common('basis')} help={text('accommodation.basisHelp')} isRequired maxLength={1000} />
      {conflictOf('basis')}
      <TextArea {...common('note')} maxLength={1000} />
      {conflictOf('note')}
      {isChange && <TextArea {...common('reason')} isRequired maxLength={1000} />}
    </FormDialog>
  )
}
