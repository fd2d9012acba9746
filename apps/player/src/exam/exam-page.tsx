import { useAppShell } from '@sitwell/app-shell/shell-context.tsx'
import { openingQuestion } from '@sitwell/exam/paper/paper'
import { openParts } from '@sitwell/exam/parts/navigation'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { OpenElsewhere } from '@sitwell/ui/open-elsewhere.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { WaitingCard } from '@sitwell/ui/waiting-card.tsx'
import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { rubricAddress } from '../context/rubric-address.ts'
import type { FormRun } from '../sync/form-run/form-run.ts'
import type { ExamVisit } from './content/exam-visit.ts'
import { fileResolver } from './content/files-of-exam.ts'
import { keepExam } from './content/keep-exam.ts'
import type { LoadedExam } from './content/loaded-exam.ts'
import { DocumentLinks } from './screens/documents/document-links.tsx'
import { createEntry } from './screens/entry/create-entry-steps.ts'
import { entryMachine } from './screens/entry/entry.machine.ts'
import { EntryScreens } from './screens/entry/entry-screens.tsx'
import { Intro } from './screens/intro/intro.tsx'
import { TextMedia } from './screens/media/text-media.tsx'
import { LaterOutro, LaterOutroAgain } from './screens/preload/later-outro.tsx'
import { RoutingError } from './screens/sitting/routing-error.tsx'
import { Sitting } from './screens/sitting/sitting.tsx'
import { useUntranslated } from './screens/sitting/use-untranslated.ts'
import { gatheredVisit as gathered } from './session/gathered-visit.ts'
import { codeOfParts } from './session/moves/code-of-parts.ts'
import { placeOf } from './session/moves/place-of.ts'
import type { FinishedElsewhere } from './session/run/outro-facts.ts'
import { rememberedOutro } from './session/run/remembered-outro.ts'
import { useWriterLock } from './session/use-writer-lock.ts'

/** Milliseconds after the start until the exam is kept in this browser. */
const keepAfterMs = 500

/** All pages of an exam: `/exam/{examGuid}`, and below it `intro`, `outro` and the questions (spec 2 §2, spec 3 §2). */
const ExamPage = ({ examGuid, page }: { readonly examGuid: string; readonly page: string | undefined }) => {
  const { session } = usePlayer()
  // Loaded again after its end: the exam itself isn't given out any more.
  const [completed] = useState(() => (page === 'outro' ? rememberedOutro.recall(examGuid, session.user.guid) : undefined))
  if (completed && page === 'outro') return <LaterOutroAgain facts={completed} />
  return <WrittenHere key={examGuid} examGuid={examGuid} page={page} />
}

/** One tab of a browser sits an exam: a second one is told, and may take over. */
const WrittenHere = (exam: { readonly examGuid: string; readonly page: string | undefined }) => {
  const { text } = usePlayer()
  const { writing, takeOver } = useWriterLock(exam.examGuid)
  if (writing === 'here') return <OneExam {...exam} />
  if (writing === 'elsewhere')
    return (
      <OpenElsewhere
        title={text('exam.elsewhereTitle')}
        text={text('exam.elsewhereText')}
        action={text('exam.elsewhereContinue')}
        onTakeOver={takeOver}
      />
    )
  return (
    <Page align="centre" width="card">
      <WaitingCard title={text('exam.initialising')} help={text('exam.initialisingHelp')} />
    </Page>
  )
}

const OneExam = ({ examGuid, page }: { readonly examGuid: string; readonly page: string | undefined }) => {
  const player = usePlayer()
  const navigate = useNavigate()
  const { themes } = useAppShell()
  const steps = useMemo(
    () =>
      createEntry(player, examGuid, gathered, {
        themes,
        toRubric: () => void navigate({ to: rubricAddress(`/exam/${examGuid}`), replace: true }),
        toReload: () => void navigate({ to: `/reload/${examGuid}`, replace: true }),
        toProctoring: ({ proctorProvider = '', proctoringSessionID = '' }) =>
          void navigate({ to: `/proctoring/${proctorProvider}/${proctoringSessionID}/${examGuid}`, replace: true }),
      }),
    [player, examGuid, navigate, themes],
  )
  const [state, send] = useMachine(entryMachine, { input: { steps } })
  if (!state.matches('initialized') || !gathered.visit) return <EntryScreens state={state} send={send} />
  return <InitialisedExam visit={gathered.visit} page={page} />
}

/** The page that the address named, if an exam that was started has none of that name. */
const lostPage = (asked: string | undefined, { exam }: ExamVisit): string | undefined =>
  asked === undefined || asked === 'intro' || asked === 'outro' || exam.paper.placeOf.has(asked) ? undefined : asked

/** An exam that is ready: the address says which of its pages shows, as far as the learner is. */
const InitialisedExam = ({ visit: first, page }: { readonly visit: ExamVisit; readonly page: string | undefined }) => {
  const player = usePlayer()
  const [visit, setVisit] = useState(first)
  const { policies } = player
  const navigate = useNavigate()
  const [formRun, setFormRun] = useState<FormRun | undefined>(gathered.formRun)
  /** What the address named when the exam was opened. */
  const [asked] = useState(page)
  /** Set while that leads nowhere, and its learner hasn't been told. */
  const [lost, setLost] = useState<string>()
  const [isStarted, setStarted] = useState(false)
  const [isFinishing, setFinishing] = useState(() => gathered.formRun?.finished() ?? false)
  const [elsewhere, setElsewhere] = useState<FinishedElsewhere>()
  const finish = useCallback((finished?: FinishedElsewhere) => {
    setElsewhere((before) => before ?? finished)
    setFinishing(true)
  }, [])
  const { exam, files, pictureSizes } = visit
  const { examGuid } = exam.content
  useUntranslated(exam.content.settings.allowTranslation !== true && !isFinishing)
  // If no question can be gone to, because all of them are disabled, they can still be looked at.
  const questionAt = (at: FormRun) =>
    at.openQuestionId() ?? openingQuestion(exam.paper, exam.content.currentQuestionId, exam.content.settings.initialPage) ?? ''

  // Where the address doesn't fit the state, the state wins: an exam isn't skipped into or finished by typing an address.
  const isQuestion = page !== undefined && exam.paper.placeOf.has(page)
  let target: string | undefined
  if (isFinishing) target = page === 'outro' ? undefined : 'outro'
  else if (!isStarted) target = page === 'intro' ? undefined : 'intro'
  else if (formRun && (page === undefined || page === 'intro' || page === 'outro')) target = lost ?? questionAt(formRun)
  useEffect(() => {
    if (target !== undefined) void navigate({ to: `/exam/${examGuid}/${target}`, replace: true })
  }, [target, examGuid, navigate])

  // Behind the first question: keeping is for a page that comes after this one.
  useEffect(() => {
    if (!isStarted || !formRun || isFinishing) return
    const keep = async () => {
      await keepExam(player, visit, formRun)
      const before = visit.documents.size
      await visit.comingPdfs()
      if (visit.documents.size > before && !formRun.finished()) await keepExam(player, visit, formRun)
    }
    const timer = setTimeout(() => keep().catch(player.reportError), keepAfterMs)
    return () => clearTimeout(timer)
  }, [player, visit, formRun, isStarted, isFinishing])

  const reading = useMemo(() => {
    const resolve = fileResolver(player, exam)
    return {
      resolveUrl: (address: string) => {
        const whole = resolve(address)
        return whole === undefined ? undefined : (files.get(whole) ?? whole)
      },
      sizeOf: (address: string) => pictureSizes.get(address),
      showsPlainTextAsTyped: policies.showsPlainTextAsTyped,
      MediaControls: TextMedia,
    }
  }, [player, exam, files, pictureSizes, policies])

  const loadFiles = (from: ExamVisit, of: FormRun) => {
    codeOfParts()
      .then(({ loadFilesOfPart }) => loadFilesOfPart(player, from))
      .then(() => (of.finished() ? undefined : keepExam(player, from, of)))
      .catch(player.reportError)
  }

  const show = () => {
    if (target !== undefined) return null
    if (isFinishing && formRun) return <LaterOutro visit={visit} formRun={formRun} elsewhere={elsewhere} />
    if (!isStarted || !formRun) {
      return (
        <Intro
          visit={visit}
          formRun={formRun}
          onStarted={(started, opened) => {
            // An exam is sat in this tab: what follows it is nothing of the attempt before, which may have been left without Close.
            rememberedOutro.clear()
            gathered.formRun = started
            gathered.visit = opened
            setFormRun(started)
            setVisit(opened)
            // Its first part lay here sealed until now.
            if (opened.exam !== exam) loadFiles(opened, started)
            setStarted(true)
            setLost(lostPage(asked, opened))
            // A page that is loaded again opens where it was, even before that was kept.
            if (asked !== undefined && started.openQuestionId(asked) === asked) started.moveTo(asked)
            // All parts were finished or have run out before: there is nothing left but to finish, or to look at what is disabled.
            const place = placeOf(exam, started.time.read().time)
            const isToSit = !exam.paper.order.every(place.isDisabled)
            if (isToSit && started.openQuestionId() === undefined && openParts(exam.paper, place).length === 0)
              setFinishing(true)
          }}
        />
      )
    }
    if (!isQuestion) {
      const back = () => {
        setLost(undefined)
        void navigate({ to: `/exam/${examGuid}/${questionAt(formRun)}`, replace: true })
      }
      return <RoutingError onBack={back} />
    }
    const onOpened = (putInto: (exam: LoadedExam) => LoadedExam) => {
      // What this tab holds by now: what shows may be a frame behind.
      const held = gathered.visit ?? visit
      const next = { ...held, exam: putInto(held.exam) }
      gathered.visit = next
      setVisit(next)
      loadFiles(next, formRun)
    }
    return <Sitting visit={visit} formRun={formRun} questionId={page} asked={asked} onFinished={finish} onOpened={onOpened} />
  }
  return (
    <HtmlReadingProvider reading={reading}>
      <DocumentLinks visit={visit}>{show()}</DocumentLinks>
    </HtmlReadingProvider>
  )
}

export default ExamPage
