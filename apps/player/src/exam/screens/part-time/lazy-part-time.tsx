import { boundedLeft } from '@sitwell/exam/parts/begin-time'
import { partOf } from '@sitwell/exam/parts/navigation'
import type { Language } from '@sitwell/i18n/languages'
import { type LoadedExam, ledgerTime } from '../../content/loaded-exam.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { codeAhead, ShownAhead } from '../later/code-ahead.tsx'
import type { PartTimeProps } from './part-time.tsx'

const fetchCode = () => import('./part-time.tsx')
const code = codeAhead<PartTimeProps>(fetchCode)

/** The times of parts are told without a network too: the code for it and its words in this language. */
export const loadPartTime = async (language: Language): Promise<void> => {
  await code.load()
  await (await fetchCode()).loadWords(language)
}

export const hasPartTimes = ({ plan }: Pick<LoadedExam, 'plan'>): boolean => plan.parts.some(({ timeMs }) => timeMs > 0)

/** The time with which an exam begins, where that is not all of it, in milliseconds. */
export const firstPartTime = (exam: LoadedExam): number | undefined => {
  const { paper, content } = exam
  const first = paper.order[content.settings.initialPage - 1] ?? paper.order[0] ?? ''
  return paper.root.sections.length > 1 ? boundedLeft(ledgerTime(exam), partOf(paper, first)?.id) : undefined
}

/** Asks whether to go to a part whose time begins by that. */
export const BeginPart = ({ run }: { readonly run: ExamRun }) => <ShownAhead code={code} props={{ run }} />

/** How long a part is, where the way to it is asked about. */
export const PartGives = (props: { readonly part: string; readonly ms: number }) => <ShownAhead code={code} props={props} />

/** How long the part is with which the exam begins. */
export const FirstPartGives = (props: { readonly ms: number }) => <ShownAhead code={code} props={props} />
