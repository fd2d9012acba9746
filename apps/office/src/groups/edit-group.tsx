import { type GroupState, groupState, officeAddGroup, officeRenameGroup } from '@sitwell/contract'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { ConflictNote, ConflictOf, isContested } from '../places/conflict-part.tsx'
import { useEditedPlace } from '../places/use-edited-place.ts'
import { useReadGroupsAgain } from './use-read-groups-again.ts'

/** Names a group: a new one, or one that has a name already. If somebody else renamed it meanwhile, both names are shown. */
export const EditGroup = ({
  group,
  onSaved,
  onClose,
}: {
  /** Undefined: a new one. */
  readonly group: GroupState | undefined
  onSaved(group: GroupState, hasChanged: boolean): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadGroupsAgain()
  const edited = useEditedPlace<'name', GroupState>({
    state: group,
    initial: { name: '' },
    valuesOf: ({ name }) => ({ name }),
    problemsIn: ({ name }) => (name.trim() === '' ? { name: text('places.error.name') } : {}),
    read: (current) => z.safeParse(groupState, current).data,
    store: async ({ values: { name }, base, requestId }) => {
      const outcome =
        base === undefined
          ? await api.call(officeAddGroup, { body: { name, requestId } })
          : await api.call(officeRenameGroup, { body: { groupID: base.groupID, version: base.version, name } })
      return outcome.ok ? { ok: true, state: outcome.value.group } : outcome
    },
    onSaved: (state, hasChanged) => {
      readAgain()
      onSaved(state, hasChanged)
    },
    onMeanwhile: readAgain,
  })
  const { values, errors } = edited
  const title = text('places.name')
  return (
    <FormDialog
      title={group === undefined ? text('groups.add') : text('groups.renameOf', { name: group.name })}
      submit={group === undefined ? text('groups.addSubmit') : text('person.save')}
      errors={errors}
      problem={edited.problem}
      isPending={edited.isPending}
      onSubmit={() => void edited.save()}
      onCancel={onClose}
    >
      <ConflictNote edited={edited} name={group?.name ?? ''} titleOf={() => title} />
      <TextInput
        label={title}
        help={text('groups.nameHelp')}
        isRequired
        maxLength={200}
        error={isContested(edited, 'name') ? undefined : errors.name}
        value={values.name}
        onChange={edited.change('name')}
      />
      <ConflictOf edited={edited} field="name" title={title} />
    </FormDialog>
  )
}
