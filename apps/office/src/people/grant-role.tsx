import type { Failure } from '@sitwell/client/api'
import { type NamedScope, officeGrantRole, type officePerson, type ReplyOf, type Role, type RoleScope } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { DateTimeField } from '@sitwell/office-ui/date-field.tsx'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from './failure-text.ts'
import { chosenOf, givableAt, givableParts, isGivableEverywhere } from './givable-roles.ts'
import { periodProblems } from './grant-period.ts'
import type { Done } from './person-acts.ts'
import { nameOf } from './person-name.ts'
import { type ChosenScope, roleScopeOf, ScopeField } from './scope-field.tsx'
import { scopeText } from './scope-text.ts'
import { useAct } from './use-act.ts'
import { useMomentText } from './use-moment-text.ts'

const whole: RoleScope = { kind: 'organisation' }

/** The chosen part of the organisation with its name; undefined if that is all of it. */
const partOf = ({ kind, centre, room, group }: ChosenScope): NamedScope | undefined => {
  if (kind === 'group') return group && { kind, id: group.id, name: group.title }
  if (kind === 'organisation' || centre === undefined) return undefined
  if (room !== undefined) return { kind: 'room', id: room.id, name: room.title, centre: centre.title }
  return { kind, id: centre.id, name: centre.title }
}

/** What is behind the name of a role that is held in a part: ` (centre: Leith)`. */
const placeText = (chosen: ChosenScope, text: OfficeText): string => {
  const part = partOf(chosen)
  return part === undefined ? '' : ` (${scopeText(part, text)})`
}

const consequencesOf = (role: Role, chosen: ChosenScope, text: OfficeText): readonly string[] => {
  const part = role === 'owner' ? undefined : partOf(chosen)
  return [
    text(`role.does.${role}`),
    ...(part === undefined ? [] : [text('scope.onlyIn', { place: scopeText(part, text) })]),
    ...(role === 'owner' ? [text('scope.ownersHaveAll')] : []),
  ]
}

/** The person may be gone, and so may the part of the organisation. */
const failureOf = (failure: Failure, text: OfficeText): string =>
  failure.kind === 'refused' && failure.code === 'NOT_FOUND' ? text('scope.notFound') : failureText(failure, text)

/** Chooses one of the few parts in which alone roles may be given. */
const PartField = ({
  parts,
  chosen,
  onChosen,
}: {
  readonly parts: ReturnType<typeof givableParts>
  readonly chosen: ChosenScope
  onChosen(chosen: ChosenScope): void
}) => {
  const { text } = useOffice()
  const scope = roleScopeOf(chosen)
  return (
    <Choice
      label={text('scope.where')}
      help={text('scope.whereHelp')}
      options={parts.map((part) => ({ id: part.id, title: scopeText(part, text) }))}
      value={scope !== undefined && 'id' in scope ? scope.id : ''}
      onChange={(id) => {
        const part = parts.find((one) => one.id === id)
        if (part !== undefined) onChosen(chosenOf(part))
      }}
    />
  )
}

/** Gives a person a role: which one, where, from when and until when. Offers what the caller may give to them, and nothing else. */
export const GrantRole = ({
  shown: { person, mayGive },
  onDone,
  onClose,
}: {
  readonly shown: Pick<ReplyOf<typeof officePerson>, 'mayGive' | 'person'>
  onDone(done: Done): void
  onClose(): void
}) => {
  const { api, text, nowMs } = useOffice()
  const { timeZone } = useOfficeTexts()
  const moment = useMomentText()
  const act = useAct(failureOf)
  const [picked, setPicked] = useState<Role>()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const isEverywhere = isGivableEverywhere(mayGive)
  const parts = givableParts(mayGive)
  const [chosen, setChosen] = useState<ChosenScope>(() => {
    const [first] = parts
    return isEverywhere || first === undefined ? { kind: 'organisation' } : chosenOf(first)
  })
  const [isTried, setTried] = useState(false)
  const name = nameOf(person)
  const offers = givableAt(mayGive, roleScopeOf(chosen))
  // In another part others may be given.
  const offer = offers.find(({ role: one }) => one === picked)
  const role = offer?.role
  const problems = periodProblems({ from, until }, nowMs(), offer?.until)
  const errorOf = (problem: 'incomplete' | 'order' | 'own' | undefined) => {
    if (problem === undefined || !isTried) return undefined
    if (problem === 'own') return text('role.error.untilOwn', { time: moment(offer?.until ?? '') })
    return text(problem === 'incomplete' ? 'person.error.date' : 'role.error.until')
  }
  // An owner has the whole organisation.
  const scope = role === 'owner' ? whole : roleScopeOf(chosen)
  const pick = (id: string) => {
    const next = offers.find((one) => one.role === id)
    setPicked(next?.role)
    if (next?.until !== undefined && until === '') setUntil(next.until)
  }
  const notice = (given: Role, isNew: boolean) => {
    const roleName = text(`role.${given}`) + placeText(given === 'owner' ? { kind: 'organisation' } : chosen, text)
    if (!isNew) return text('role.grant.already', { name, role: roleName })
    const isLater = from !== '' && Date.parse(from) > nowMs()
    return isLater
      ? text('role.grant.later', { name, role: roleName, time: moment(from) })
      : text('role.grant.done', { name, role: roleName })
  }
  const give = async () => {
    setTried(true)
    if (role === undefined || scope === undefined || problems.from !== undefined || problems.until !== undefined) return
    const body = { userID: person.userID, role, scope, ...(from !== '' && { from }), ...(until !== '' && { until }) }
    const granted = await act.run(() => api.call(officeGrantRole, { body }))
    if (granted?.ok) onDone({ notice: notice(role, granted.value.isNew) })
  }
  return (
    <ConfirmDialog
      title={text('role.grant.title', { name })}
      consequences={role === undefined ? [] : consequencesOf(role, chosen, text)}
      confirm={text('role.grant')}
      isPending={act.isPending}
      problem={act.problem}
      onConfirm={() => void give()}
      onClose={onClose}
    >
      <Choice
        label={text('role.role')}
        isRequired
        error={isTried && role === undefined ? text('role.choose') : undefined}
        options={[{ id: '', title: '' }, ...offers.map((one) => ({ id: one.role, title: text(`role.${one.role}`) }))]}
        value={role ?? ''}
        onChange={pick}
      />
      {role !== 'owner' && isEverywhere && <ScopeField scope={chosen} onScope={setChosen} isTried={isTried} />}
      {!isEverywhere && <PartField parts={parts} chosen={chosen} onChosen={setChosen} />}
      <DateTimeField
        label={text('role.from')}
        help={text('role.fromHelp', { zone: timeZone })}
        error={errorOf(problems.from)}
        value={from}
        onChange={setFrom}
      />
      <DateTimeField
        label={text('role.until')}
        help={
          offer?.until === undefined
            ? text('role.untilHelp', { zone: timeZone })
            : text('role.untilOwn', { time: moment(offer.until), zone: timeZone })
        }
        error={errorOf(problems.until)}
        value={until}
        onChange={setUntil}
      />
    </ConfirmDialog>
  )
}
