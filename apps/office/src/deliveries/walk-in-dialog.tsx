import { type DeliveryState, officeAddToDelivery, officePeople, type ReplyOf } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { PickField, type PickOption } from '@sitwell/office-ui/pick-field.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { walkInFailure } from './delivery-text.ts'
import { useReadDeliveriesAgain } from './use-deliveries.ts'

const most = 20
const account = { username: '', firstName: '', lastName: '' }

/** Finds somebody who has an account. */
const PersonField = ({
  value,
  onChange,
  error,
}: {
  readonly value: PickOption | undefined
  onChange(value: PickOption): void
  readonly error: string | undefined
}) => {
  const { api, text } = useOffice()
  const [search, setSearch] = useState('')
  const query = { ...(search !== '' && { search }), limit: most }
  const { data, isError, isFetching, refetch } = useQuery(officeQuery(api, officePeople, { query }))
  return (
    <PickField
      label={text('deliveries.person')}
      isRequired
      error={error}
      options={(data?.people ?? []).map((one) => ({ id: String(one.userID), title: nameOf(one), note: one.username }))}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      isLoading={isFetching && data === undefined}
      hasFailed={isError}
      onRetry={() => void refetch()}
      hasMore={data?.next !== undefined}
    />
  )
}

/** Adds one person to a delivery at once: somebody who has an account, or somebody new. */
export const WalkInDialog = ({
  delivery,
  onAdded,
  onClose,
}: {
  readonly delivery: DeliveryState
  onAdded(added: ReplyOf<typeof officeAddToDelivery>): void
  onClose(): void
}) => {
  const { api, text, may } = useOffice()
  const readAgain = useReadDeliveriesAgain()
  const [kind, setKind] = useState('known')
  const [known, setKnown] = useState<PickOption>()
  const [typed, setTyped] = useState(account)
  const [roomID, setRoom] = useState(delivery.rooms[0]?.roomID ?? '')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  // The same for the same content: sent twice because no reply came, it adds one person.
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined)
  const requestIdOf = (content: string) => {
    if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() }
    return last.current.id
  }
  const missing = (): Record<string, string> => {
    if (kind === 'known') return known === undefined ? { known: text('deliveries.walkIn.choose') } : {}
    return {
      ...(typed.username.trim() === '' && { username: text('person.error.username') }),
      ...(typed.firstName.trim() + typed.lastName.trim() === '' && { lastName: text('person.error.name') }),
    }
  }
  const add = async () => {
    const found = missing()
    setErrors(found)
    setProblem(undefined)
    if (Object.keys(found).length > 0) return
    setPending(true)
    const who = kind === 'known' ? { userID: Number(known?.id) } : { account: typed }
    const body = { deliveryID: delivery.deliveryID, ...who, ...(roomID !== '' && { roomID }) }
    const outcome = await api.call(officeAddToDelivery, { body: { ...body, requestId: requestIdOf(JSON.stringify(body)) } })
    setPending(false)
    if (outcome.ok || outcome.kind === 'unreachable') readAgain()
    if (outcome.ok) return onAdded(outcome.value)
    setProblem(walkInFailure(outcome, text))
  }
  const set = (field: keyof typeof account) => (value: string) => setTyped((before) => ({ ...before, [field]: value }))
  return (
    <FormDialog
      title={text('deliveries.walkIn')}
      submit={text('deliveries.walkIn.apply')}
      errors={errors}
      problem={problem}
      isPending={isPending}
      onSubmit={() => void add()}
      onCancel={onClose}
    >
      {may('people.write') && (
        <Choice
          label={text('deliveries.walkIn.kind')}
          value={kind}
          options={[
            { id: 'known', title: text('deliveries.walkIn.known') },
            { id: 'account', title: text('deliveries.walkIn.account') },
          ]}
          onChange={setKind}
        />
      )}
      {kind === 'known' ? (
        <PersonField value={known} onChange={setKnown} error={errors.known} />
      ) : (
        <>
          <TextInput label={text('person.firstName')} maxLength={200} value={typed.firstName} onChange={set('firstName')} />
          <TextInput
            label={text('person.lastName')}
            maxLength={200}
            error={errors.lastName}
            value={typed.lastName}
            onChange={set('lastName')}
          />
          <TextInput
            label={text('people.username')}
            isRequired
            isLiteral
            maxLength={200}
            error={errors.username}
            value={typed.username}
            onChange={set('username')}
          />
        </>
      )}
      {delivery.rooms.length > 0 && (
        <Choice
          label={text('deliveries.room')}
          value={roomID}
          options={[
            ...delivery.rooms.map((room) => ({
              id: room.roomID,
              title: text('deliveries.roomOf', { room: room.name, centre: room.centre }),
            })),
            { id: '', title: text('deliveries.noRoom') },
          ]}
          onChange={setRoom}
        />
      )}
    </FormDialog>
  )
}
