import type { ComponentProps } from 'react'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { Preloaded, preloadable } from '../preload/preloadable.tsx'
import type AllQuestions from './all-questions.tsx'

type AllQuestionsProps = ComponentProps<typeof AllQuestions>
const code = preloadable<AllQuestionsProps>(() => import('./all-questions.tsx'))

/** Loads the code of it ahead, if a section of the exam shows all its questions: it has to be there when the network isn't. */
export const loadAllQuestions = async ({ sections }: Pick<LoadedExam, 'sections'>): Promise<void> => {
  if ([...sections.values()].some(({ displayAllQuestions }) => displayAllQuestions)) await code.load()
}

/** A section that shows all its questions at once; most exams have none. */
export const LazyAllQuestions = (props: AllQuestionsProps) => <Preloaded code={code} props={props} />
