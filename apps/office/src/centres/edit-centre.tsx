import { type CentreState, centreState, officeAddCentre, officeChangeCentre } from '@sitwell/contract'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { TextArea, TextInput } from '@sitwell/office-ui/text-input.tsx'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { ConflictNote, ConflictOf, isContested } from '../places/conflict-part.tsx'
import { useEditedPlace } from '../places/use-edited-place.ts'
import { useReadCentresAgain } from './use-centres.ts'
import { ZoneField } from './zone-field.tsx'
import { ownZone } from './zones.ts'

type Field = 'name' | 'zone' | 'address'

/** The form of a centre: a new one, or one that is there. If somebody else changed it meanwhile, both versions are shown. */
export const EditCentre = ({
  centre,
  onSaved,
  onClose,
}: {
  /** Undefined: a new one. */
  readonly centre: CentreState | undefined
  onSaved(centre: CentreState, hasChanged: boolean): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadCentresAgain()
  const edited = useEditedPlace<Field, CentreState>({
    state: centre,
    initial: { name: '', zone: ownZone(), address: '' },
    valuesOf: ({ name, zone, address }) => ({ name, zone, address }),
    problemsIn: ({ name, zone }) => ({
      ...(name.trim() === '' && { name: text('places.error.name') }),
      ...(zone === '' && { zone: text('centres.error.zone') }),
    }),
    read: (current) => z.safeParse(centreState, current).data,
    store: async ({ values, changed, base, requestId }) => {
      const fields = Object.fromEntries(changed.map((field) => [field, values[field]]))
      const outcome =
        base === undefined
          ? await api.call(officeAddCentre, { body: { ...values, requestId } })
          : await api.call(officeChangeCentre, { body: { centreID: base.centreID, version: base.version, ...fields } })
      return outcome.ok ? { ok: true, state: outcome.value.centre } : outcome
    },
    onSaved: (state, hasChanged) => {
      readAgain()
      onSaved(state, hasChanged)
    },
    onMeanwhile: readAgain,
  })
  const { values, errors } = edited
  const titleOf = (field: Field) => (field === 'name' ? text('places.name') : text(`centres.${field}`))
  const errorOf = (field: Field) => (isContested(edited, field) ? undefined : errors[field])
  const below = (field: Field) => <ConflictOf edited={edited} field={field} title={titleOf(field)} />
  return (
    <FormDialog
      title={centre === undefined ? text('centres.add') : text('centres.editOf', { name: centre.name })}
      submit={centre === undefined ? text('centres.addSubmit') : text('person.save')}
      errors={errors}
      problem={edited.problem}
      isPending={edited.isPending}
      onSubmit={() => void edited.save()}
      onCancel={onClose}
    >
      <ConflictNote edited={edited} name={centre?.name ?? ''} titleOf={titleOf} />
      <TextInput
        label={titleOf('name')}
        isRequired
        maxLength={200}
        error={errorOf('name')}
        value={values.name}
        onChange={edited.change('name')}
      />
      {below('name')}
      <ZoneField error={errorOf('zone')} value={values.zone} onChange={edited.change('zone')} />
      {below('zone')}
      <TextArea
        label={titleOf('address')}
        maxLength={1000}
        error={errorOf('address')}
        value={values.address}
        onChange={edited.change('address')}
      />
      {below('address')}
    </FormDialog>
  )
}
