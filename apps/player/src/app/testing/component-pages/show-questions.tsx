import { ThemeSelect } from '@sitwell/app-shell/theme-select.tsx'
import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import { type ExamFiles, loadPanels } from '@sitwell/question-types/panels'
import { ThemeState } from '@sitwell/themes/theme-state'
import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { type ReactNode, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { PlayerProvider } from '../../../context/player-context.tsx'
import { type LoadedExam, readQuestion } from '../../../exam/content/loaded-exam.ts'
import { loadExplanations } from '../../../exam/screens/explanations/lazy-explanations.tsx'
import { TextMedia } from '../../../exam/screens/media/text-media.tsx'
import { QuestionButton } from '../../../exam/screens/question/question-button.tsx'
import { QuestionView } from '../../../exam/screens/question/question-view.tsx'
import { MoveBar } from '../../../exam/screens/sitting/move-bar.tsx'
import sitting from '../../../exam/screens/sitting/sitting.module.css'
import { useArrowKeys } from '../../../exam/screens/sitting/use-arrow-keys.ts'
import { usePageMark } from '../../../exam/screens/sitting/use-page-mark.ts'
import tools from '../../../exam/screens/tools/tools.module.css'
import { createFileDesk } from '../../../exam/screens/tools/upload/file-desk.ts'
import surface from '../../../exam/screens/work/work-surface.module.css'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { PlayerApp } from '../../create-player.ts'
import { ShellProvider } from '../../shell/shell-context.tsx'
import { madeUpFormRun } from './made-up-form-run.ts'
import { madeUpPlayer } from './made-up-player.ts'
import type { ComponentPages, ReportedChange } from './props.ts'

type Given = ComponentPages['questions']

const filesIn = (files: Readonly<Record<string, string>>): ExamFiles => ({
  apiUrl: location.origin,
  addressOf: (address) => files[address],
  asData: async (address) => files[address],
  read: async (address) => {
    const url = files[address]
    return url === undefined ? undefined : (await fetch(url)).blob()
  },
  codeOrigin: undefined,
  noteFailure: reportError,
})

const noPrinting = { mayPrint: () => false, onPrint: () => undefined }

interface QuestionsProps {
  readonly questions: LoadedExam['questions']
  readonly formRun: FormRun
  readonly files: ExamFiles
  readonly mayAnswer: boolean
}

/** Questions in the places that the running exam has for them, with its list of questions, and Previous and Next. */
const Questions = ({ questions, formRun, files, mayAnswer }: QuestionsProps) => {
  const listed = [...questions.values()]
  const [at, setAt] = useState(0)
  const [uploads] = useState(createFileDesk)
  const [focus] = useState({ isInText: false })
  const question = listed[at]
  const previous = () => setAt(Math.max(at - 1, 0))
  const next = () => setAt(Math.min(at + 1, listed.length - 1))
  usePageMark('data-sitting')
  usePageMark('data-questions')
  useArrowKeys(previous, next, () => focus.isInText)
  if (!question) throw new Error('A page of questions needs one.')
  return (
    <div className={sitting.sitting}>
      <header>
        <ThemeSelect />
      </header>
      <div className={sitting.middle} data-list={listed.length > 1 ? 'beside' : 'none'}>
        {listed.length > 1 && (
          <nav className={sitting.side}>
            <ol>
              {listed.map((one, place) => (
                <li key={one.id}>
                  <QuestionButton question={one} formRun={formRun} isCurrent={place === at} onPick={() => setAt(place)} />
                </li>
              ))}
            </ol>
          </nav>
        )}
        <main id="main" tabIndex={-1} className={surface.surface}>
          <div className={surface.question} data-scrolls="">
            <div className={tools.beside}>
              <QuestionView
                key={question.id}
                question={question}
                formRun={formRun}
                files={files}
                uploads={uploads}
                mayAnswer={mayAnswer}
                onTextFocus={(isInText) => {
                  focus.isInText = isInText
                }}
                printing={noPrinting}
              />
            </div>
          </div>
        </main>
      </div>
      <footer className={sitting.foot}>
        <MoveBar
          current={at + 1}
          total={listed.length}
          canGoBack={at > 0}
          canGoOn={at < listed.length - 1}
          onPrevious={previous}
          onNext={next}
        />
      </footer>
    </div>
  )
}

/** Shows questions without sign-in, exam and server; reports each answer that is given. */
export const showQuestions = async (
  { questions, isLocked = false, language = 'en', files = {} }: Given,
  report: (change: ReportedChange) => void,
): Promise<ReactNode> => {
  const player = await madeUpPlayer(language)
  document.documentElement.lang = player.language.code
  document.documentElement.dir = player.language.direction
  const themes = new ThemeState(memoryStorage())
  // Boundary: the list of themes asks the shell for its themes alone.
  const noPlayer = {} as PlayerApp
  const read = new Map(questions.map((question) => [question.id, readQuestion(question)]))
  // As the player does before an exam starts.
  await Promise.all([loadPanels(read.values()), loadExplanations(player.language)])
  return (
    <I18nProvider locale={player.language.code}>
      <PlayerProvider visitor={player} player={player}>
        <ShellProvider player={noPlayer} themes={themes}>
          <HtmlReadingProvider reading={{ resolveUrl: (address) => files[address], MediaControls: TextMedia }}>
            <Questions questions={read} formRun={madeUpFormRun(read, report)} files={filesIn(files)} mayAnswer={!isLocked} />
          </HtmlReadingProvider>
        </ShellProvider>
      </PlayerProvider>
    </I18nProvider>
  )
}
