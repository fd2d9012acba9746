import { confirmRubric } from '@sitwell/contract'
import { confirmationsFor } from '@sitwell/exam/organisation/rubric-confirmations'
import { useAddress, useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { backAddress } from '../context/rubric-address.ts'
import { ConfirmationField } from './confirmation-field.tsx'
import { rubricMachine } from './rubric.machine.ts'
import styles from './rubric-page.module.css'

/** The welcome page after the sign-in: the learner confirms who they are and that they have read the instructions (spec 2 §2). */
const RubricPage = () => {
  const { text, api, session, settings } = usePlayer()
  const navigate = useNavigate()
  const title = text('rubric.title')
  useAppBar({ title })
  const [confirmations] = useState(() => confirmationsFor(session.user, settings))
  const [snapshot, send] = useMachine(rubricMachine, { input: { asked: confirmations.map(({ id }) => id) } })
  const [problem, setProblem] = useState<'rubric.notSent' | 'rubric.refused' | 'signIn.tooManyAttempts'>()
  const [isSending, setSending] = useState(false)
  const isFinished = snapshot.matches('finished')
  const { search } = useAddress()
  // As it was on arrival: the address changes while this page is still there.
  const [back] = useState(() => backAddress(search))
  useEffect(() => {
    if (isFinished) void navigate({ to: back })
  }, [isFinished, navigate, back])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !snapshot.matches('all_checked')) return
    setSending(true)
    const { guid, dateOfBirth, learnerIdentifier } = session.user
    const outcome = await api.call(confirmRubric, {
      body: {
        userGuid: guid,
        confirmed: confirmations.map(({ id }) => id),
        ...(dateOfBirth && { dateOfBirth: dateOfBirth.slice(0, 10) }),
        ...(learnerIdentifier && { learnerIdentifier }),
      },
    })
    setSending(false)
    // A server from before knows no such call, and asks for none.
    if (outcome.ok || outcome.status === 404) send({ type: 'submitted' })
    else if (outcome.status === 429) setProblem('signIn.tooManyAttempts')
    else setProblem(outcome.kind === 'refused' ? 'rubric.refused' : 'rubric.notSent')
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
        <form onSubmit={(event) => void submit(event)} className={styles.form}>
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
          <p role="alert" className={styles.problem}>
            {problem && text(problem)}
          </p>
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
