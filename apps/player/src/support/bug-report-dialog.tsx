import { debugReport } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { openExamStore } from '../storage/open-exam-store.ts'
import { type BugReport, bugReportMachine } from './bug-report.machine.ts'
import styles from './bug-report-dialog.module.css'
import { type ReportedPerson, reportBody, reportedPeople } from './reported-people.ts'

/** What this browser keeps that a report takes along. */
const useStoredLogs = () => {
  const { clock, reportError } = usePlayer()
  return useMemo(() => {
    const opened = openExamStore(
      () => clock.nowMs(),
      (error) => reportError(error, 'bug report'),
    )
    return {
      calls: async () => (await opened).requestLog.list(),
      formRuns: async () => (await (await opened).store.storedActivities()).formRuns,
    }
  }, [clock, reportError])
}

/** An administrator tells support of a bug (spec 3 §2). */
const BugReportDialog = ({ onClose }: { onClose(): void }) => {
  const { api, clock, session, text, reportError } = usePlayer()
  const { guid } = session.user
  const { id: orgId } = session.client
  const stored = useStoredLogs()
  const [people, setPeople] = useState<readonly ReportedPerson[]>([])
  useEffect(() => {
    const read = async () => setPeople(reportedPeople(await stored.formRuns(), orgId))
    read().catch((error: unknown) => reportError(error, 'bug report'))
  }, [stored, orgId, reportError])
  const steps = useMemo(
    () => ({
      nowMs: () => clock.nowMs(),
      submit: async (report: BugReport) => {
        const known = reportedPeople(await stored.formRuns(), orgId)
        const outcome = await api.call(debugReport, { body: reportBody(report, guid, known, await stored.calls()) })
        if (!outcome.ok) throw new Error(outcome.message)
      },
    }),
    [api, clock, guid, orgId, stored],
  )
  const [snapshot, send] = useMachine(bugReportMachine, { input: { steps } })
  const { description, start, end, userGuid, examGuid, alert } = snapshot.context
  const exams = people.find((person) => person.userGuid === userGuid)?.exams
  const id = useId()
  const isSubmitting = snapshot.matches('submitting')

  if (snapshot.matches('reported')) {
    return (
      <Dialog
        role="alertdialog"
        title={text('bug.title')}
        actions={
          <Button variant="primary" autoFocus onPress={onClose}>
            {text('bug.ok')}
          </Button>
        }
      >
        <p>{text('bug.reported')}</p>
      </Dialog>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'submitted' })
  }
  const times = [
    ['start', start, 'start_chosen'],
    ['end', end, 'end_chosen'],
  ] as const
  return (
    <Dialog
      title={text('bug.title')}
      isDismissable={description === '' && !isSubmitting}
      onClose={description === '' && !isSubmitting ? onClose : undefined}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isSubmitting}>
            {text('bug.cancel')}
          </Button>
          <Button
            type="submit"
            form={`${id}-form`}
            variant="primary"
            isIrreversible
            isPending={isSubmitting}
            isDisabled={!snapshot.can({ type: 'submitted' })}
          >
            {text('bug.submit')}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className={styles.form} onSubmit={submit} noValidate>
        <label htmlFor={`${id}-description`}>{text('bug.description')}</label>
        <span id={`${id}-help`} className={styles.help}>
          {text('bug.descriptionHelp')}
        </span>
        <textarea
          id={`${id}-description`}
          aria-describedby={`${id}-help`}
          className={styles.text}
          rows={5}
          maxLength={20_000}
          dir="auto"
          value={description}
          disabled={isSubmitting}
          onChange={({ target }) => send({ type: 'described', value: target.value })}
        />
        <span className={styles.fields}>
          <span className={styles.field}>
            <label htmlFor={`${id}-user`}>{text('bug.user')}</label>
            <select
              id={`${id}-user`}
              className={styles.text}
              value={userGuid}
              disabled={isSubmitting}
              onChange={({ target }) => send({ type: 'user_chosen', value: target.value })}
            >
              <option value="">{text('bug.notSpecified')}</option>
              {people.map((person) => (
                <option key={person.userGuid} value={person.userGuid}>
                  {person.name}
                </option>
              ))}
            </select>
          </span>
          {exams !== undefined && (
            <span className={styles.field}>
              <label htmlFor={`${id}-exam`}>{text('bug.exam')}</label>
              <select
                id={`${id}-exam`}
                className={styles.text}
                value={examGuid}
                disabled={isSubmitting}
                onChange={({ target }) => send({ type: 'exam_chosen', value: target.value })}
              >
                <option value="">{text('bug.notSpecified')}</option>
                {exams.map((exam) => (
                  <option key={exam.examGuid} value={exam.examGuid}>
                    {exam.name}
                  </option>
                ))}
              </select>
            </span>
          )}
        </span>
        {times.map(([name, value, type]) => (
          <div key={name} className={styles.field}>
            <TextField
              type="datetime-local"
              label={text(`bug.${name}`)}
              value={value}
              onChange={(next) => send({ type, value: next })}
              isDisabled={isSubmitting}
              hasNoError
            />
          </div>
        ))}
        <p role="alert" className={styles.alert}>
          {alert === undefined ? '' : text(alert)}
        </p>
      </form>
    </Dialog>
  )
}

export default BugReportDialog
