import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { type Attempt, attempts as attemptsCall } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { schedulesStore } from '../../../context/held-schedules.ts'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ClientSettings } from '../../../context/settings/client-settings.ts'
import { syncOfPlayer } from '../../../sync/sync-of-player.ts'
import { ExamFailure } from '../../content/exam-failure.ts'
import type { OutroFacts } from '../../session/run/outro-facts.ts'
import styles from './assessment-complete.module.css'
import { AssessmentComplete } from './assessment-complete.tsx'
import { AttemptList } from './attempt-list.tsx'
import { fetchResult, ResultsOver } from './fetch-result.ts'
import { NoResult } from './no-result.tsx'
import { ResultFile } from './result-file.tsx'
import { chosenAttempt, type ResultPageSteps, resultPageMachine } from './result-page.machine.ts'
import { useAnswersAt } from './use-answers-at.ts'
import { useResit } from './use-resit.ts'

/** What the page after the exam stands on, of an attempt that the server tells of. */
const factsOf = (
  attempt: Attempt,
  examGuid: string,
  userGuid: string,
  { proctoringMode }: Pick<ClientSettings, 'proctoringMode'>,
): OutroFacts => {
  const { outroText, proctoredOutroText, completedAt: _, ...others } = attempt
  const { resourceUrl: _url, resourceToken: _token, allowPdfTextSelection: _text, ...facts } = others
  const isProctored = proctoringMode !== 0 && proctoredOutroText !== ''
  return { ...facts, examGuid, userGuid, outroText: isProctored ? proctoredOutroText : outroText }
}

/** What a completed exam came to, from the schedules: result, receipt and PDF of each attempt, for as long as they are shown. */
const ResultPage = ({ examGuid, formRunGuid }: { readonly examGuid: string; readonly formRunGuid: string | undefined }) => {
  const player = usePlayer()
  const { api, session, settings, text } = player
  const navigate = useNavigate()
  const userGuid = session.user.guid
  const steps = useMemo<ResultPageSteps>(() => {
    const answersOf = async (run: string) => {
      const { store } = await syncOfPlayer(player)
      const answers = await store.answersOf(userGuid, run)
      return answers.length > 0 ? answers : undefined
    }
    return {
      async fetchAttempts() {
        const outcome = await api.call(attemptsCall, { query: { examGuid } })
        if (outcome.ok) return outcome.value
        if (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND') return { attempts: [], over: 0 }
        throw new ExamFailure(`The attempts could not be fetched: ${outcome.message}`)
      },
      async fetchResult({ formRunGuid: run }) {
        try {
          const { result } = await fetchResult(api, run, () => answersOf(run))
          return result
        } catch (error) {
          // Since the attempts were asked for.
          if (error instanceof ResultsOver) return undefined
          throw error
        }
      },
    }
  }, [player, api, examGuid, userGuid])
  const [state, send] = useMachine(resultPageMachine, { input: { steps, wanted: formRunGuid } })
  const { attempts, over, result, details } = state.context
  const attempt = chosenAttempt(state.context)
  // The browser's back button goes from attempt to attempt.
  useEffect(() => send({ type: 'CHOOSE', formRunGuid }), [formRunGuid, send])
  const answersAt = useAnswersAt(attempt?.formRunGuid, false)
  const resit = useResit(examGuid)
  const back = () => {
    schedulesStore.clear()
    void navigate({ to: '/schedules' })
  }
  const isLoading = state.matches('fetching_attempts') || state.matches('fetching_result')
  useAppBar({ title: attempt?.examName ?? text('exam.result'), isLoading })

  if (state.matches('failed') && !player.isTakenOver()) {
    return (
      <Page align="centre" width="card">
        <NetworkErrorCard texts={networkErrorTexts(player)} details={details} onRetry={() => send({ type: 'AGAIN' })}>
          <div className={styles.unreachable}>
            <p>{text('outro.resultUnreachable')}</p>
            <Button variant="primary" onPress={back}>
              {text('exam.backToSchedules')}
            </Button>
          </div>
        </NetworkErrorCard>
      </Page>
    )
  }
  if (state.matches('nothing')) return <NoResult isOver={over > 0} onBack={back} />
  if (!attempt || !result) {
    return (
      <Page align="centre" width="card">
        <WaitingCard title={text('exam.fetchingResult')} help={text('outro.fetchingHelp')} />
      </Page>
    )
  }
  const facts = factsOf(attempt, examGuid, userGuid, settings)
  return (
    <AssessmentComplete
      key={attempt.formRunGuid}
      facts={facts}
      files={attempt}
      result={result}
      download={attempt.downloadablePractice && <ResultFile facts={facts} />}
      about={
        <AttemptList
          attempts={attempts}
          chosen={attempt.formRunGuid}
          onChoose={(run) => void navigate({ to: `/result/${examGuid}/${run}` })}
        />
      }
      answersAt={answersAt}
      onResit={resit}
      onAgain={result.resultStillBeingProcessed ? () => send({ type: 'AGAIN' }) : undefined}
      isAsking={isLoading}
      onBack={back}
    />
  )
}

export default ResultPage
