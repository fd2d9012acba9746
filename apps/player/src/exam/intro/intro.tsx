import { start } from '@sitwell/contract'
import { audioCheckOf } from '@sitwell/exam/audio'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { schedulesStore } from '../../api/held-schedules.ts'
import { usePlayer } from '../../api/player-context.tsx'
import { activityTypes } from '../../sync/activity-types.ts'
import type { FormRun } from '../../sync/form-run.ts'
import { ExamFailure } from '../exam-failure.ts'
import { type ExamVisit, openFormRunOf } from '../exam-visit.ts'
import { enterFullScreen } from '../full-screen.ts'
import { fullScreenRule } from '../full-screen-rule.ts'
import { NetworkErrorScreen } from '../network-error-screen.tsx'
import { startQuery } from '../start-query.ts'
import { WaitingCard } from '../waiting-card.tsx'
import { AudioCheckPage } from './audio-check-page.tsx'
import { IdentificationPage } from './identification-page.tsx'
import { introMachine } from './intro.machine.ts'
import { IntroScreen } from './intro-screen.tsx'
import { returnsHome } from './returns-home.ts'

/** The intro of an exam: it identifies, introduces and starts; a commenced exam goes straight on. */
export const Intro = ({
  visit,
  formRun,
  onStarted,
}: {
  readonly visit: ExamVisit
  readonly formRun: FormRun | undefined
  /** The form run is open: the first question can be shown. */
  onStarted(formRun: FormRun): void
}) => {
  const player = usePlayer()
  const { api, session, settings, appSettings, text } = player
  const navigate = useNavigate()
  const { exam, schedule, log } = visit
  const audioCheck = audioCheckOf(exam.content.sections, exam.content.settings.media)
  const [state, send] = useMachine(introMachine, {
    input: {
      steps: {
        isCommenced: formRun !== undefined,
        isDownloadablePractice: exam.content.settings.downloadablePractice,
        checksAudio: audioCheck.runs,
        async resumeActivityLogger() {
          log.add(activityTypes.resume)
          if (formRun) onStarted(formRun)
        },
        async start(publicUserName) {
          log.add(activityTypes.startExam)
          const { importedAt } = exam.content
          const query = {
            ...startQuery(schedule, session.user.guid, appSettings.appVersion, publicUserName),
            ...(importedAt !== undefined && { importedAt }),
          }
          const outcome = await api.call(start, { query })
          if (!outcome.ok) throw new ExamFailure(`The exam could not be started: ${outcome.message}`)
          schedulesStore.markCommenced(schedule.guid)
          const { formRunGUID } = outcome.value
          await log.setFormRunGuid(formRunGUID)
          log.add(activityTypes.setFormRunGuid, formRunGUID)
          onStarted(await openFormRunOf(visit, formRunGUID))
        },
      },
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
    return <AudioCheckPage media={audioCheck.media} onChecked={() => send({ type: 'AUDIO_CHECKED' })} />
  }
  if (state.matches('displaying_intro') || state.matches('starting_exam')) {
    return (
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
    )
  }
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.initialising')} help={text('exam.initialisingHelp')} />
    </Page>
  )
}
