import { useNavigate } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useState } from 'react'
import { usePlayer } from '../api/player-context.tsx'
import { useAppBar } from '../ui/app-bar-state.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Page } from '../ui/page.tsx'
import { ConfirmationField } from './confirmation-field.tsx'
import { confirmationsFor } from './confirmations.ts'
import { rubricMachine } from './rubric.machine.ts'
import styles from './rubric-page.module.css'

/** The welcome page after the sign-in: the learner confirms who they are and that they have read the instructions (spec 2 §2). */
const RubricPage = () => {
  const { text, session, settings } = usePlayer()
  const navigate = useNavigate()
  const title = text('rubric.title')
  useAppBar({ title })
  const [confirmations] = useState(() => confirmationsFor(session.user, settings))
  const [snapshot, send] = useMachine(rubricMachine, { input: { asked: confirmations.map(({ id }) => id) } })
  const isFinished = snapshot.matches('finished')
  useEffect(() => {
    if (isFinished) void navigate({ to: '/schedules' })
  }, [isFinished, navigate])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'submitted' })
  }
  const name = `${session.user.firstName} ${session.user.lastName}`
  return (
    <Page heading={title} width="panel">
      <Card className={styles.card}>
        <p>{text('rubric.intro')}</p>
        <section aria-labelledby="rubric-instructions" className={styles.instructions}>
          <h2 id="rubric-instructions">{text('rubric.instructionsTitle')}</h2>
          <p>{text('rubric.instructions')}</p>
        </section>
        <form onSubmit={submit} className={styles.form}>
          <h2 id="rubric-confirm">{text('rubric.confirmationsTitle')}</h2>
          <div role="group" aria-labelledby="rubric-confirm" className={styles.boxes}>
            {confirmations.map((confirmation) => {
              const isConfirmed = snapshot.context.confirmed.has(confirmation.id)
              const confirm = (to: boolean) => send({ type: 'confirmed', id: confirmation.id, isConfirmed: to })
              if (confirmation.id === 'name' || confirmation.id === 'instructions') {
                return (
                  <Checkbox key={confirmation.id} isSelected={isConfirmed} onChange={confirm}>
                    {confirmation.id === 'name' ? text('rubric.confirmName', { name }) : text('rubric.confirmInstructions')}
                  </Checkbox>
                )
              }
              return (
                <ConfirmationField
                  key={confirmation.id}
                  confirmation={confirmation}
                  isConfirmed={isConfirmed}
                  onConfirm={confirm}
                />
              )
            })}
          </div>
          <div className={styles.actions}>
            <Button type="submit" variant="primary" isDisabled={!snapshot.matches('all_checked')}>
              {text('rubric.next')}
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  )
}

export default RubricPage
