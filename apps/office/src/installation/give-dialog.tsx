import type { Failure } from '@sitwell/client/api'
import { officeAddInstallationOwner } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { DateTimeField } from '@sitwell/office-ui/date-field.tsx'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { periodProblems } from '../people/grant-period.ts'
import { useMomentText } from '../people/use-moment-text.ts'
import { type SettingsText, useSettingsText } from '../settings/settings-text.ts'

const problemOf = (failure: Failure, text: SettingsText): string =>
  failure.kind === 'refused' && failure.code === 'NOT_ALLOWED' ? text('installation.give.longer') : failureText(failure, text)

/** Makes somebody of one's own organisation an owner of the installation: whom, from when and until when. */
export const GiveDialog = ({ onDone, onClose }: { onDone(notice: string): void; onClose(): void }) => {
  const { api, nowMs } = useOffice()
  const text = useSettingsText()
  const { timeZone } = useOfficeTexts()
  const moment = useMomentText()
  const [username, setUsername] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [unknown, setUnknown] = useState<string>()
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const name = username.trim()
  const problems = periodProblems({ from, until }, nowMs())
  const errorOf = (one: 'incomplete' | 'order' | 'own' | undefined) => {
    if (one === undefined || !isTried) return undefined
    return text(one === 'incomplete' ? 'person.error.date' : 'role.error.until')
  }
  const errorOfName = () => {
    if (isTried && name === '') return text('words.needed')
    return unknown !== undefined && unknown === name ? text('installation.give.nobody') : undefined
  }
  const notice = (isNew: boolean) => {
    if (!isNew) return text('installation.give.already', { name })
    const isLater = from !== '' && Date.parse(from) > nowMs()
    return isLater ? text('installation.give.later', { name, time: moment(from) }) : text('installation.give.done', { name })
  }
  const give = async () => {
    setTried(true)
    setProblem(undefined)
    if (name === '' || problems.from !== undefined || problems.until !== undefined) return
    setPending(true)
    const body = { username: name, ...(from !== '' && { from }), ...(until !== '' && { until }) }
    const outcome = await api.call(officeAddInstallationOwner, { body })
    setPending(false)
    if (outcome.ok) onDone(notice(outcome.value.isNew))
    else if (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND') setUnknown(name)
    else setProblem(problemOf(outcome, text))
  }
  return (
    <ConfirmDialog
      title={text('installation.give.title')}
      consequences={[
        ...[text('installation.give.may'), text('installation.give.guarded'), text('installation.give.secondStep')],
      ]}
      confirm={text('installation.give.confirm')}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void give()}
      onClose={onClose}
    >
      <TextInput
        label={text('people.username')}
        help={text('installation.give.help')}
        isRequired
        isLiteral
        maxLength={200}
        value={username}
        onChange={setUsername}
        error={errorOfName()}
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
