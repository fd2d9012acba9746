import { officeGrantRole, type officePerson, type ReplyOf, type Role } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { DateTimeField } from '@sitwell/office-ui/date-field.tsx'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { periodProblems } from './grant-period.ts'
import type { Done } from './person-acts.ts'
import { nameOf } from './person-name.ts'
import { useAct } from './use-act.ts'
import { useMomentText } from './use-moment-text.ts'

/** Gives a person a role: which one, from when and until when. */
export const GrantRole = ({
  shown: { person, may },
  onDone,
  onClose,
}: {
  readonly shown: ReplyOf<typeof officePerson>
  onDone(done: Done): void
  onClose(): void
}) => {
  const { api, text, nowMs } = useOffice()
  const { timeZone } = useOfficeTexts()
  const moment = useMomentText()
  const act = useAct()
  const [role, setRole] = useState<Role>()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [isTried, setTried] = useState(false)
  const name = nameOf(person)
  const problems = periodProblems({ from, until }, nowMs())
  const errorOf = (problem: 'incomplete' | 'order' | undefined) => {
    if (problem === undefined || !isTried) return undefined
    return text(problem === 'incomplete' ? 'person.error.date' : 'role.error.until')
  }
  const notice = (given: Role, isNew: boolean) => {
    const roleName = text(`role.${given}`)
    if (!isNew) return text('role.grant.already', { name, role: roleName })
    const isLater = from !== '' && Date.parse(from) > nowMs()
    return isLater
      ? text('role.grant.later', { name, role: roleName, time: moment(from) })
      : text('role.grant.done', { name, role: roleName })
  }
  const give = async () => {
    setTried(true)
    if (role === undefined || problems.from !== undefined || problems.until !== undefined) return
    const body = { userID: person.userID, role, ...(from !== '' && { from }), ...(until !== '' && { until }) }
    const granted = await act.run(() => api.call(officeGrantRole, { body }))
    if (granted?.ok) onDone({ notice: notice(role, granted.value.isNew) })
  }
  return (
    <ConfirmDialog
      title={text('role.grant.title', { name })}
      consequences={role === undefined ? [] : [text(`role.does.${role}`)]}
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
        options={[{ id: '', title: '' }, ...may.grant.map((one) => ({ id: one, title: text(`role.${one}`) }))]}
        value={role ?? ''}
        onChange={(id) => setRole(may.grant.find((one) => one === id))}
      />
      <DateTimeField
        label={text('role.from')}
        help={text('role.fromHelp', { zone: timeZone })}
        error={errorOf(problems.from)}
        value={from}
        onChange={setFrom}
      />
      <DateTimeField
        label={text('role.until')}
        help={text('role.untilHelp', { zone: timeZone })}
        error={errorOf(problems.until)}
        value={until}
        onChange={setUntil}
      />
    </ConfirmDialog>
  )
}
