import { debugReport } from '@sitwell/contract'
import { useMachine } from '@xstate/react'
import { type FormEvent, useId, useMemo } from 'react'
import { usePlayer } from '../api/player-context.tsx'
import { openExamStore } from '../storage/open-exam-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type BugReport, bugReportMachine } from './bug-report.machine.ts'
import styles from './bug-report-dialog.module.css'

/** Requests that go along: what waits on this device to be sent. */
const mostRequests = 500

const moment = (local: string): string | undefined => (local === '' ? undefined : new Date(local).toISOString())

/** An administrator tells support of a bug (spec 3 §2). */
const BugReportDialog = ({ onClose }: { onClose(): void }) => {
  const { api, clock, session, text, reportError } = usePlayer()
  const { guid } = session.user
  const steps = useMemo(
    () => ({
      nowMs: () => clock.nowMs(),
      submit: async ({ description, start, end }: BugReport) => {
        const { store } = await openExamStore(
          () => clock.nowMs(),
          (error) => reportError(error, 'bug report'),
        )
        const requests = (await store.requestsOf(guid)).slice(-mostRequests).map((request) => ({ ...request }))
        const outcome = await api.call(debugReport, {
          body: {
            reporterGuid: guid,
            bugDescription: description,
            userActivity: [{ userGuid: guid, requests }],
            minDt: moment(start),
            maxDt: moment(end),
          },
        })
        if (!outcome.ok) throw new Error(outcome.message)
      },
    }),
    [api, clock, guid, reportError],
  )
  const [snapshot, send] = useMachine(bugReportMachine, { input: { steps } })
  const { description, start, end, alert } = snapshot.context
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
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isSubmitting}>
            {text('bug.cancel')}
          </Button>
          <Button
            type="submit"
            form={`${id}-form`}
            variant="primary"
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
        {times.map(([name, value, type]) => (
          <span key={name} className={styles.time}>
            <label htmlFor={`${id}-${name}`}>{text(`bug.${name}`)}</label>
            <input
              id={`${id}-${name}`}
              type="datetime-local"
              className={styles.text}
              value={value}
              disabled={isSubmitting}
              onChange={({ target }) => send({ type, value: target.value })}
            />
          </span>
        ))}
        <p role="alert" className={styles.alert}>
          {alert === undefined ? '' : text(alert)}
        </p>
      </form>
    </Dialog>
  )
}

export default BugReportDialog
