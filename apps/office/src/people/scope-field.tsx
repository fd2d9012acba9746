import { officeCentres, type RoleScope } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { PickField, type PickOption } from '@sitwell/office-ui/pick-field.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useGroupSearch } from '../groups/use-group-search.ts'
import { useOffice } from '../office-context.tsx'

/** Where a role is to hold, while it is chosen. */
export interface ChosenScope {
  readonly kind: 'organisation' | 'centre' | 'group'
  readonly centre?: PickOption | undefined
  /** One of the centre's rooms; undefined: all of the centre. */
  readonly room?: PickOption | undefined
  readonly group?: PickOption | undefined
}

/** The scope as a call names it; undefined as long as none is chosen. */
export const roleScopeOf = ({ kind, centre, room, group }: ChosenScope): RoleScope | undefined => {
  if (kind === 'organisation') return { kind }
  if (kind === 'group') return group && { kind, id: group.id }
  if (room !== undefined) return { kind: 'room', id: room.id }
  return centre && { kind, id: centre.id }
}

/** Centres that are listed at once, to choose one. */
const most = 50

interface FieldProps {
  readonly scope: ChosenScope
  onScope(scope: ChosenScope): void
  readonly error: string | undefined
}

const CentreField = ({ scope, onScope, error }: FieldProps) => {
  const { api, text } = useOffice()
  const [search, setSearch] = useState('')
  const query = { ...(search !== '' && { search }), limit: most }
  const reading = useQuery({ ...officeQuery(api, officeCentres, { query }), placeholderData: keepPreviousData })
  const { centre, room } = scope
  const [rooms, setRooms] = useState<readonly PickOption[]>([])
  const choose = (chosen: PickOption) => {
    const found = reading.data?.centres.find(({ centreID }) => centreID === chosen.id)
    setRooms((found?.rooms ?? []).map(({ roomID, name }) => ({ id: roomID, title: name })))
    onScope({ kind: 'centre', centre: chosen })
  }
  return (
    <>
      <PickField
        label={text('scope.centre')}
        isRequired
        error={error}
        options={(reading.data?.centres ?? []).map(({ centreID, name }) => ({ id: centreID, title: name }))}
        value={centre}
        onChange={choose}
        onSearch={setSearch}
        isLoading={reading.isFetching && (reading.isPending || reading.isPlaceholderData)}
        hasFailed={reading.isError}
        onRetry={() => void reading.refetch()}
        hasMore={reading.data?.next !== undefined}
      />
      {centre !== undefined && rooms.length > 0 && (
        <Choice
          label={text('scope.room')}
          options={[{ id: '', title: text('scope.allRooms') }, ...rooms]}
          value={room?.id ?? ''}
          onChange={(id) => onScope({ kind: 'centre', centre, room: rooms.find((one) => one.id === id) })}
        />
      )}
    </>
  )
}

const GroupField = ({ scope, onScope, error }: FieldProps) => {
  const { text } = useOffice()
  const search = useGroupSearch()
  return (
    <PickField
      {...search}
      label={text('groups.group')}
      isRequired
      error={error}
      value={scope.group}
      onChange={(group) => onScope({ kind: 'group', group })}
    />
  )
}

const kinds = ['organisation', 'centre', 'group'] as const

/** Chooses where a role holds: in the whole organisation, in a centre or one of its rooms, or in a group. */
export const ScopeField = ({ scope, onScope, isTried }: Omit<FieldProps, 'error'> & { readonly isTried: boolean }) => {
  const { text } = useOffice()
  const error = isTried && roleScopeOf(scope) === undefined
  return (
    <>
      <Choice
        label={text('scope.where')}
        help={text('scope.whereHelp')}
        options={kinds.map((id) => ({ id, title: text(`scope.kind.${id}`) }))}
        value={scope.kind}
        onChange={(id) => onScope({ kind: kinds.find((one) => one === id) ?? 'organisation' })}
      />
      {scope.kind === 'centre' && (
        <CentreField scope={scope} onScope={onScope} error={error ? text('scope.chooseCentre') : undefined} />
      )}
      {scope.kind === 'group' && (
        <GroupField scope={scope} onScope={onScope} error={error ? text('groups.choose') : undefined} />
      )}
    </>
  )
}
