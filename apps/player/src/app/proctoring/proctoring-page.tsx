import { loginAddress } from '@sitwell/app-core/login-address'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { PlayerApp } from '../create-player.ts'
import { EndOfSession, titleOfEnd, useEndOfSession } from './end-of-session.tsx'
import { proctoringAddress } from './entry-address.ts'
import styles from './proctoring.module.css'
import { ProctoringError } from './proctoring-error.tsx'
import { proctoringFlowMachine } from './proctoring-flow.machine.ts'
import { proctoringSteps, takeEntry } from './proctoring-steps.ts'
import { useTallPage } from './use-tall-page.ts'

const useWords = ({ store }: PlayerApp) => {
  const { catalogue } = useSyncExternalStore(store.subscribe, store.get)
  if (catalogue === undefined) throw new Error('The start-up is not over')
  return catalogue
}

/** At the top: the frame of the provider's page is higher than many a window, and its middle may be below what is seen. */
const Waiting = ({ title, help }: { readonly title: string; readonly help: string }) => {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Page width="card">
      <Card width="card" className={styles.card}>
        <Spinner />
        <OpeningHeading className={styles.title}>{title}</OpeningHeading>
        <p role="status">{help}</p>
      </Card>
    </Page>
  )
}

/** The start page of a proctored session: signs in, checks that the provider's page is there, and continues to the exam. */
const StartPage = ({ player }: { readonly player: PlayerApp }) => {
  const { text } = useWords(player)
  useTallPage(true)
  useState(() => takeEntry(player))
  const steps = useMemo(() => proctoringSteps(player, window), [player])
  const [state] = useMachine(proctoringFlowMachine, { input: { steps } })
  if (!state.matches('failed')) return <Waiting title={text('proctoring.starting')} help={text('proctoring.startingHelp')} />
  const { clientName, userInfo1, examGuid } = player.session.proctoring.get() ?? {}
  return (
    <ProctoringError
      failure={state.context.failure}
      // Never what signs in.
      payload={{ clientName, userInfo1, examGuid }}
      text={text}
      nowMs={player.environment.nowMs()}
      onRetry={player.environment.reload}
      onLeave={() => player.environment.leaveTo('/schedules')}
    />
  )
}

/** Where a learner comes back to after the provider's session: on to their assessments, or to the sign-in. */
const ReturnPage = ({ player }: { readonly player: PlayerApp }) => {
  const { text } = useWords(player)
  const { environment, store } = player
  // As it was when the learner came back: that the session is over changes the settings, and is told once.
  const [{ session: current, settings, client, api }] = useState(() => store.get())
  const isLoginless = settings?.proctorioLoginlessMode === true
  const ended = useEndOfSession(player, current && api, settings?.proctoringSessionID)
  const leads = current !== undefined && !isLoginless
  useEffect(() => {
    if (ended !== undefined && leads) environment.leaveTo('/schedules')
  }, [ended, leads, environment])
  if (ended === undefined || leads)
    return <Waiting title={text('proctoring.finishing')} help={text('proctoring.finishingHelp')} />
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.card}>
        <OpeningHeading className={styles.title}>{text(titleOfEnd(ended))}</OpeningHeading>
        {isLoginless ? (
          <EndOfSession
            ended={ended}
            text={text}
            onGoOn={(examGuid) => environment.leaveTo(`/exam/${encodeURIComponent(examGuid)}`)}
          />
        ) : (
          <>
            <p>{text('proctoring.returnedText')}</p>
            <div className={styles.actions}>
              <Button variant="primary" onPress={() => environment.leaveTo(loginAddress(client?.urlToken))}>
                {text('proctoring.signIn')}
              </Button>
            </div>
          </>
        )}
      </Card>
    </Page>
  )
}

/** The provider's pages that stand before the sign-in (spec 1 §2). */
const ProctoringPage = ({ player }: { readonly player: PlayerApp }) => {
  const [address] = useState(() => proctoringAddress(player.environment.path()))
  useEffect(() => {
    if (address?.page === 'return') player.environment.showAddress('/proctorio/return', 'in place')
  }, [address, player])
  return address?.page === 'return' || address?.page === 'returned' ? (
    <ReturnPage player={player} />
  ) : (
    <StartPage player={player} />
  )
}

export default ProctoringPage
