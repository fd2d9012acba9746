import { audioCheckOf } from '@sitwell/exam/media/audio'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { WaitingMessages } from '../../../day/waiting-messages.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { type ExamVisit, openFormRunOf } from '../../content/exam-visit.ts'
import { fullScreenRule } from '../../content/full-screen-rule.ts'
import { enterFullScreen } from '../../proctoring/full-screen.ts'
import { codeOfParts } from '../../session/moves/code-of-parts.ts'
import type { openFirstPart } from '../../session/moves/open-part.ts'
import { LazyAudioCheckPage } from '../audio/lazy-audio.tsx'
import { NetworkErrorScreen } from '../cards/network-error-screen.tsx'
import { IdentificationPage } from './identification-page.tsx'
import { introMachine } from './intro.machine.ts'
import { IntroScreen } from './intro-screen.tsx'
import { introSteps } from './intro-steps.ts'
import { returnsHome } from './returns-home.ts'

/** Its code is here since the exam was loaded (`preloadResources`). */
const withFirstPart: typeof openFirstPart = async (player, visit, firstPart) => {
  try {
    return await (await codeOfParts()).openFirstPart(player, visit, firstPart)
  } catch (error) {
    // The part is waited for then, as a later one is.
    player.reportError(error, 'open the first part')
    return visit
  }
}

/** The intro of an exam: it identifies, introduces and starts; a commenced exam goes straight on. */
export const Intro = ({
  visit,
  formRun,
  onStarted,
}: {
  readonly visit: ExamVisit
  readonly formRun: FormRun | undefined
  /** The form run is open: the first question can be shown, of the visit as the start has left it. */
  onStarted(formRun: FormRun, visit: ExamVisit): void
}) => {
  const player = usePlayer()
  const { settings, text } = player
  const navigate = useNavigate()
  const { exam, schedule } = visit
  const { sealedParts = [] } = exam.content
  const isRecordingSealed = sealedParts.some(({ hasRecording }) => hasRecording)
  const audioCheck = audioCheckOf(exam.content.sections, exam.content.settings.media, isRecordingSealed)
  const [state, send] = useMachine(introMachine, {
    input: {
      steps: introSteps({
        player,
        visit,
        formRun,
        checksAudio: audioCheck.runs,
        withFirstPart: (of, firstPart) => withFirstPart(player, of, firstPart),
        openFormRun: openFormRunOf,
        onStarted,
      }),
    },
  })
  useAppBar({ title: exam.content.examName, isLoading: state.matches('starting_exam') })
  const hasNetworkError = state.matches('exam_network_error')
  const goHome = () => void navigate({ to: '/schedules' })
  useEffect(() => {
    if (!hasNetworkError) return
    addEventListener('popstate', goHome)
    return () => removeEventListener('popstate', goHome)
  })

  if (hasNetworkError) {
    return <NetworkErrorScreen details={state.context.details} />
  }
  if (state.matches('identifying_public_user')) {
    return <IdentificationPage onIdentified={(name) => send({ type: 'IDENTIFIED', name })} />
  }
  if (state.matches('checking_audio')) {
    return <LazyAudioCheckPage media={audioCheck.media} onChecked={() => send({ type: 'AUDIO_CHECKED' })} />
  }
  if (state.matches('displaying_intro') || state.matches('starting_exam')) {
    return (
      <>
        {!schedule.commenced && <WaitingMessages scheduleGuid={schedule.guid} />}
        <IntroScreen
          exam={exam}
          isCommenced={schedule.commenced}
          isStarting={state.matches('starting_exam')}
          onStart={() => {
            if (fullScreenRule(exam.content.settings, settings).beginsInIt) void enterFullScreen()
            send({ type: 'START' })
          }}
          {...(returnsHome(settings.proctoringMode, schedule.commenced) ? { onReturnHome: goHome } : {})}
        />
      </>
    )
  }
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.initialising')} help={text('exam.initialisingHelp')} />
    </Page>
  )
}
